import {
  type Collection,
  type CollectionBatch,
  type CollectionDebit,
  SEQUENCE_TYPES,
} from '../collection.js';

type DebitValues = Partial<Omit<CollectionDebit, 'mandate' | 'payer'>> & {
  readonly mandate?: Partial<CollectionDebit['mandate']>;
  readonly payer?: CollectionDebit['payer'];
};

const MANDATE = { reference: 'MANDATE-1', signedOn: '2026-01-15', isRecurrent: true, hasNewAccount: false };

/** Makes a debit of 29.90 euros with what a test needs. */
export function debit({ mandate, payer, ...values }: DebitValues = {}): CollectionDebit {
  return {
    endToEndId: 'DEBIT-1',
    amount: 2990,
    text: 'Membership December 2026',
    ...values,
    mandate: { ...MANDATE, ...mandate },
    payer: { accountHolder: 'Mara Muster', iban: 'DE02120300000000202051', ...payer },
  };
}

/** Makes a batch with one debit. */
export function batch(values: Partial<CollectionBatch> = {}): CollectionBatch {
  return { id: 'BATCH-1', executionOn: '2026-12-03', type: 'RCUR', debits: [debit()], ...values };
}

const FILE = { messageId: 'FILE-1', createdAt: new Date('2026-11-30T08:30:15.250Z'), earlierToday: 0 };

/** Makes a SEPA collection with one batch of one debit. */
export function collection(values: Partial<Collection<'SEPA'>> = {}): Collection<'SEPA'> {
  return {
    ...FILE,
    timeZone: 'Europe/Berlin',
    creditor: CREDITOR,
    bank: BANK,
    currency: 'EUR',
    batches: [batch()],
    ...values,
  };
}

export const CREDITOR: Collection['creditor'] = {
  name: 'Studio Nord GmbH',
  address: { line1: 'Hafenstraße 1', city: 'Hamburg', postalCode: '20095', country: 'DE' },
  creditorIdentifier: 'DE98ZZZ09999999999',
};

export const BANK: Collection<'SEPA'>['bank'] = {
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  cutOff: '10:00',
};

/** An account at PostFinance, and one at another Swiss bank. */
export const POSTFINANCE_IBAN = 'CH3009000000870123459';
export const ZKB_IBAN = 'CH3900700115201849173';

/** Makes a debit of 49.90 francs of a payer who is in reach of a Swiss method. */
export function swissDebit(method: 'CH_DD' | 'LSV', { payer, ...values }: DebitValues = {}): CollectionDebit {
  return debit({
    endToEndId: '0192f3a45b6c7d8e9fa0b1c2d3e4f506-1',
    amount: 4990,
    text: 'Mitgliedschaft März 2026',
    ...values,
    payer: {
      accountHolder: 'Zoé Müller',
      iban: method === 'CH_DD' ? 'CH6309000000250097798' : 'CH9300762011623852957',
      address: { line1: 'Rue du Lac 7', city: 'Genève', postalCode: '1201', country: 'CH' },
      ...payer,
    },
  });
}

export const SWISS_CREDITOR: Collection['creditor'] = {
  name: 'Studio Süd AG',
  address: { line1: 'Bahnhofstrasse 1', city: 'Zürich', postalCode: '8001', country: 'CH' },
  rsPid: '41100000000123456',
  lsvIdentifier: 'ABC1W',
};

/** Makes a collection of a Swiss method with one batch of one debit. */
export function swissCollection<M extends 'CH_DD' | 'LSV'>(
  method: M,
  values: Partial<Collection<M>> = {},
): Collection<M> {
  return {
    ...FILE,
    timeZone: 'Europe/Zurich',
    creditor: SWISS_CREDITOR,
    bank: { iban: method === 'CH_DD' ? POSTFINANCE_IBAN : ZKB_IBAN, cutOff: '10:00' },
    currency: 'CHF',
    batches: [batch({ type: null, debits: [swissDebit(method)] })],
    ...values,
  };
}

/** Collections whose files the step "bank files" of the longer tests validates with the official schema. */
export const COLLECTIONS = {
  plain: collection(),
  everyElement: collection({
    batches: [
      batch({
        debits: [
          debit({
            mandate: { hasNewAccount: true },
            payer: {
              accountHolder: 'Zoë Ångström & Söhne',
              iban: 'GB33BUKB20201555555555',
              address: {
                line1: '12 Queen’s Road',
                line2: 'Flat 3',
                city: 'London',
                postalCode: 'SW1A 1AA',
                state: 'Greater London',
                country: 'GB',
              },
            },
          }),
        ],
      }),
    ],
  }),
  withoutBicAndText: collection({
    bank: { iban: BANK.iban, cutOff: BANK.cutOff },
    batches: [batch({ debits: [debit({ text: '' })] })],
  }),
  everySequenceType: collection({
    batches: SEQUENCE_TYPES.map((type) =>
      batch({
        id: type,
        type,
        debits: [debit({ endToEndId: `DEBIT-${type}`, mandate: { reference: type } })],
      }),
    ),
  }),
  otherScripts: collection({
    batches: [
      batch({
        debits: [
          debit({
            text: 'Членство "2026"',
            payer: { accountHolder: 'Γιώργος Παπαδόπουλος', iban: 'GR1601101250000000012300695' },
          }),
        ],
      }),
    ],
  }),
  manyDebits: collection({
    batches: [
      batch({
        debits: Array.from({ length: 2000 }, (_, at) => debit({ endToEndId: `DEBIT-${at}`, amount: at + 1 })),
      }),
    ],
  }),
} satisfies Record<string, Collection<'SEPA'>>;

const EVERY_SIGN = swissDebit('LSV', {
  text: 'Ñandú, Łódź; "Привет" <50 %> = £ 3 | ÷',
  payer: {
    accountHolder: 'Şükrü Çağlar-Ångström & Söhne',
    address: {
      line1: 'Chemin de la Forêt 12',
      line2: 'Bâtiment «Été»',
      city: 'Neuchâtel',
      postalCode: '2000',
      country: 'CH',
    },
  },
});

/** Collections of both Swiss methods; see `COLLECTIONS`. */
export const CH_DD_COLLECTIONS = {
  plain: swissCollection('CH_DD'),
  withoutText: swissCollection('CH_DD', {
    batches: [batch({ type: null, debits: [swissDebit('CH_DD', { text: '' })] })],
  }),
} satisfies Record<string, Collection<'CH_DD'>>;

export const LSV_COLLECTIONS = {
  plain: swissCollection('LSV'),
  everyElement: swissCollection('LSV', {
    bank: { iban: ZKB_IBAN, participant: '010123456', cutOff: '10:00' },
    batches: [batch({ type: null, debits: [EVERY_SIGN] })],
  }),
  twoDays: swissCollection('LSV', {
    batches: ['2026-12-03', '2026-12-04'].map((executionOn, at) =>
      batch({
        id: `BATCH-${at}`,
        executionOn,
        type: null,
        debits: [swissDebit('LSV', { endToEndId: `0192f3a45b6c7d8e9fa0b1c2d3e4f506-${at + 1}`, text: '' })],
      }),
    ),
  }),
} satisfies Record<string, Collection<'LSV'>>;
