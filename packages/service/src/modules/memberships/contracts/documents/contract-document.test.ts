import { expect, test } from 'vitest';
import { readModules } from '../../../../../test/support/qr-code.js';
import { NO_SETTINGS } from '../../../studios/settings/studio-settings.js';
import type { Studio } from '../../../studios/studios.tables.js';
import { aModule, aRequest, aTerm, aVoucher, recurring } from '../../offers/an-offer.fixture.js';
import type { BonusPeriod, Offer, OfferTerm } from '../../offers/offer.js';
import type { Contract } from '../contracts.js';
import { contractBy } from '../signed.fixture.js';
import {
  type ContractDocument,
  offeredContract,
  signedContract,
  type SignedContract,
} from './contract-document.js';

const STUDIO: Studio = {
  id: 1,
  name: 'Northside',
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  language: 'en',
  region: 'DE',
  creditor: {
    name: 'Northside GmbH',
    address: { line1: 'Weg 1', postalCode: '13353', city: 'Berlin', country: 'DE' },
    creditorIdentifier: 'DE98ZZZ09999999999',
    preNotificationDays: 2,
  },
  publicKey: 'pk',
  paymentMethods: ['SEPA'],
  sessionMinutes: 30,
  stripeAccount: null,
  transferAccount: null,
  bank: null,
  settings: NO_SETTINGS,
};
const REQUEST = { studio: STUDIO, asked: 'en', publicUrl: 'https://pay.example' };
const NINA = {
  firstName: 'Nina',
  lastName: 'Brandt',
  profile: null,
  paymentMethod: 'SEPA',
  studioId: STUDIO.id,
} as const;
const FREE = { id: 2, type: 'FREE' } as const;

function preview(terms: readonly OfferTerm[], changes: Partial<Offer> = {}): ContractDocument {
  const { offer } = aRequest({ offerChanges: { ...changes, terms } });
  return offeredContract(REQUEST, offer, new Date(0));
}

function signed(contract: Contract, customer: SignedContract['customer'] = NINA): ContractDocument {
  return signedContract(REQUEST, { contract, customer });
}

/** Returns every fact about a label or a module as heading, label and value. */
const said = ({ parts }: ContractDocument, name: string) =>
  parts.flatMap(({ heading, facts }) =>
    facts
      .filter(({ label, value }) => label === name || value.startsWith(`${name}:`))
      .map(({ label, value }) => [heading?.text, label, value]),
  );
const passages = ({ parts }: ContractDocument) => parts.flatMap(({ passage }) => passage?.text ?? []);

const year = (price: number, id: number) =>
  aTerm({ id, rateName: `Rate ${id}`, optionalModules: [aModule({ ...recurring(price), id })] });

test('a module with another price for each term is offered with the term that the price belongs to', () => {
  expect(said(preview([year(990, 11), year(1490, 12)]), 'Sauna')).toEqual([
    ['Rate 11', 'Optional modules', 'Sauna: €9.90, monthly'],
    ['Rate 12', 'Optional modules', 'Sauna: €14.90, monthly'],
  ]);
});

test('a module that one term alone offers is offered with it', () => {
  expect(said(preview([year(990, 11), aTerm({ id: 12 })]), 'Sauna')).toEqual([
    ['Rate 11', 'Optional modules', 'Sauna: €9.90, monthly'],
  ]);
});

test('a module that is the same for all terms, or one of the offer’s own, is offered once', () => {
  const terms = [year(990, 11), year(990, 12)];
  const once = [['Optional modules', 'Sauna', '€9.90, monthly']];
  expect(said(preview(terms), 'Sauna')).toEqual(once);
  expect(said(preview(terms, { selectableModules: [aModule(recurring(990))] }), 'Sauna')).toEqual(once);
});

test('the consent of a module stands once, whatever its prices', () => {
  const consentTextBlock = {
    id: 7,
    title: 'Heat',
    text: 'I bear heat.',
    order: 1,
    hasSignature: true,
    confirmationRequired: true,
    showCommunicationPrivacyOptions: false,
  };
  const terms = [990, 1490].map((price, index) =>
    aTerm({ id: index, optionalModules: [aModule(recurring(price), { consentTextBlock })] }),
  );
  expect(passages(preview(terms)).filter((text) => text === 'I bear heat.')).toHaveLength(1);
});

const TERM = aTerm({ optionalModules: [aModule(recurring(990))] });
const FREE_SAUNA = aModule(FREE, {
  extension: { type: 'TERM_EXTENSION', term: { value: 1, unit: 'MONTH' } },
});

test.each([
  { selectableModuleIds: [5], optionalModuleIds: [], prices: ['Free of charge'] },
  { selectableModuleIds: [], optionalModuleIds: [5], prices: ['€9.90, monthly'] },
  { selectableModuleIds: [5], optionalModuleIds: [5], prices: ['Free of charge', '€9.90, monthly'] },
  { selectableModuleIds: [], optionalModuleIds: [], prices: [] },
])(
  'an id names a module of the list that it was chosen from: $selectableModuleIds and $optionalModuleIds',
  ({ prices, ...chosen }) => {
    const contract = contractBy(
      aRequest({ term: TERM, offerChanges: { terms: [TERM], selectableModules: [FREE_SAUNA] } }),
    );
    const document = signed({ ...contract, details: { ...contract.details, ...chosen } });
    expect(said(document, 'Sauna').map(([, , value]) => value)).toEqual(prices);
  },
);

test('the initial term includes the free time of the offer and of the voucher that lengthens it', () => {
  const month: BonusPeriod = {
    term: { value: 1, unit: 'MONTH' },
    termStrategy: 'CONTRACT_START',
    runtimeExtensionType: 'WITH_EXTENSION',
    displaySeparately: true,
    extendsCancellationPeriod: false,
    description: 'First month free',
  };
  const waived = { ...month, runtimeExtensionType: 'WITHOUT_EXTENSION' } as const;
  const later = { ...month, termStrategy: 'START_OF_NEXT_TERM' } as const;
  const week: BonusPeriod = { ...month, term: { value: 1, unit: 'WEEK' }, description: 'A week more' };
  const term = aTerm({ bonusPeriods: [waived, month, later] });
  const voucher = aVoucher({
    type: 'DISCOUNT',
    periods: [],
    includesPreUse: false,
    flatFees: [],
    bonusPeriod: week,
  });
  const document = signed(contractBy(aRequest({ term, voucher, offerChanges: { terms: [term] } })));
  expect(said(document, 'Initial term').map(([, , value]) => value)).toEqual([
    '12 months + 1 month + 1 week',
  ]);
  expect(passages(document)).toContain('A week more');
});

test.each([
  ['has a name alone', NINA, 'Nina Brandt'],
  ['was erased, and is named nowhere', { ...NINA, firstName: '', lastName: '' }, '–'],
])('a member who %s', (_, customer, value) => {
  expect(said(signed(contractBy(aRequest())), 'Member')).toHaveLength(1);
  expect(said(signed(contractBy(aRequest()), customer), 'Member')).toEqual([[undefined, 'Member', value]]);
});

test('a legal representative is named with the consent, its time, and the signature after the member’s', () => {
  const contract = contractBy(aRequest());
  const svg = '<svg/>';
  const legalRepresentative = { firstName: 'Anna', lastName: 'Brandt', signature: svg };
  const { parts } = signed({
    ...contract,
    details: { ...contract.details, contractSignature: svg, legalRepresentative },
  });
  expect(parts.slice(-2)).toEqual([
    { heading: null, facts: [], passage: null, signature: { label: 'Signature', svg } },
    {
      heading: null,
      facts: [
        { label: 'Legal representative', value: 'Anna Brandt' },
        { label: 'Accepted on', value: expect.stringContaining('1 January 1970') as string },
      ],
      passage: {
        language: 'en-DE',
        text: ['I am the member’s legal representative and agree to this contract.'],
      },
      signature: { label: 'Signature: Anna Brandt', svg },
    },
  ]);
});

const ACCOUNT = { accountHolder: 'Northside GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' };
const PAYER = { ...NINA, paymentMethod: 'BANK_TRANSFER' } as const;

/** Returns the last part of a contract that was signed with a studio. */
function lastPart(studio: Studio, customer: SignedContract['customer']) {
  const contract = { ...contractBy(aRequest()), id: 600001 };
  return signedContract({ ...REQUEST, studio }, { contract, customer }).parts.at(-1);
}

test('a member who pays by transfer reads the account last, with a code without an amount', () => {
  const part = lastPart({ ...STUDIO, language: 'de', transferAccount: ACCOUNT }, PAYER);
  const code = part?.code?.content;
  expect(part).toMatchObject({
    heading: { text: 'Bank transfer' },
    facts: [
      { label: 'Account holder', value: 'Northside GmbH' },
      { label: 'IBAN', value: 'DE02 1203 0000 0000 2020 51' },
      { label: 'BIC', value: 'BYLADEM1001' },
      { label: 'Reference', value: 'Vertragsnummer 600001' },
    ],
    passage: {
      text: [
        'Transfer each amount to Northside GmbH when it is due and quote this reference.',
        'Or scan this code with your banking app.',
      ],
    },
    code: { label: 'QR code for a transfer to Northside GmbH' },
  });
  expect(
    readModules(code?.modules ?? [])
      .split('\n')
      .slice(6),
  ).toEqual(['DE02120300000000202051', '', '', '', 'Vertragsnummer 600001']);
});

test('an account for which there is no code is named all the same', () => {
  const transferAccount = {
    accountHolder: 'Harbour Ltd',
    bankLocationId: '601613',
    accountNumber: '31926819',
  };
  const part = lastPart({ ...STUDIO, currency: 'GBP', transferAccount }, PAYER);
  expect(part?.facts.map(({ label }) => label)).toEqual([
    'Account holder',
    'Sort code',
    'Account number',
    'Reference',
  ]);
  expect(part?.passage?.text).toHaveLength(1);
  expect(part).not.toHaveProperty('code');
});

test.each([
  ['who pays otherwise', { ...STUDIO, transferAccount: ACCOUNT }, NINA],
  ['whose studio has named no account', STUDIO, PAYER],
  ['who has moved to another studio', { ...STUDIO, transferAccount: ACCOUNT }, { ...PAYER, studioId: 2 }],
])('a member %s reads no account', (_, studio, customer) => {
  expect(lastPart(studio, customer)?.heading?.text).not.toBe('Bank transfer');
});

const RIGHT = expect.stringContaining('without giving a reason') as string;

test.each([
  {
    name: 'without an early start',
    details: {},
    text: expect.stringMatching(/^The member did not ask .* pays nothing/) as string,
  },
  {
    name: 'with an early start',
    details: { earlyStartRequested: true },
    text: expect.stringMatching(/^The member expressly asked .* proportionate part/) as string,
  },
] as const)('a contract names the last day to withdraw and the price of it, $name', ({ details, text }) => {
  const contract = contractBy(aRequest());
  const withdrawable = { ...contract.details, withdrawableUntil: '2026-12-07', ...details };
  const { parts } = signed({ ...contract, details: withdrawable });
  expect(parts.find(({ heading }) => heading?.text === 'Right of withdrawal')).toMatchObject({
    facts: [
      { label: 'Last day to withdraw', value: '7 December 2026' },
      {
        label: 'Withdraw online',
        value: 'https://pay.example/contracts/withdraw/1?lang=en',
        isAddress: true,
      },
    ],
    passage: { language: 'en-DE', text: [RIGHT, text] },
  });
});

test('a contract that was not made online says nothing of withdrawing; an offer says how long it is possible', () => {
  expect(passages(signed(contractBy(aRequest())))).not.toContainEqual(RIGHT);
  expect(passages(preview([TERM]))).toContainEqual(RIGHT);
  expect(said(preview([TERM]), 'Withdrawal period after signing')).toEqual([
    ['Right of withdrawal', 'Withdrawal period after signing', '14 days'],
  ]);
});

const YOUNG = {
  ...recurring(4000),
  ageAdjustments: [{ startAge: 14, endAge: 25, adjustment: { type: 'PERCENTAGE', basisPoints: -1500 } }],
} as const;

test.each([
  ['the price for their age', '2005-01-01', '€34.00, monthly'],
  ['the price that their age does not change', '1980-01-01', '€40.00, monthly'],
])('who signs reads %s', (_, dateOfBirth, price) => {
  const term = aTerm({ paymentFrequency: YOUNG });
  expect(said(signed(contractBy(aRequest({ term, dateOfBirth }))), 'Price')).toEqual([
    ['Standard', 'Price', price],
  ]);
});

test('both show how the price changes later, and the footnote', () => {
  const term = aTerm({
    priceAdjustmentRules: [
      {
        defaultDescription: 'Each year the price rises by 3 %.',
        value: '3%',
        recurrenceFrequency: 'yearly',
        type: 'RAISE',
        chargeAdjustmentType: 'RELATIVE',
      },
    ],
  });
  const footnote = 'Prices include VAT.';
  const both = ['Each year the price rises by 3 %.', footnote];
  expect(passages(preview([term], { footnote }))).toEqual(expect.arrayContaining(both));
  expect(passages(signed(contractBy(aRequest({ term, offerChanges: { footnote } }))))).toEqual(
    expect.arrayContaining(both),
  );
});
