import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothTokens, NINA, SIGNATURE, TERMS } from '../../../../../test/support/buyer.js';
import { ofRole, qrCodesOf, readPdf, type ReadPdf, type Tagged } from '../../../../../test/support/pdf.js';
import { readModules } from '../../../../../test/support/qr-code.js';
import { startTestService, type TestService } from '../../../../../test/support/service.js';
import { translate } from '../../../../core/i18n/translate.js';
import { customers } from '../../../customers/customers.tables.js';
import { studios } from '../../../studios/studios.tables.js';
import { contracts } from '../contracts.tables.js';
import { contractLink, type NamedContract } from './contract-link.js';

let service: TestService;
let contractId: number;
/** A contract that a legal representative has signed too. */
let ofMinor: number;
beforeAll(async () => {
  service = await startTestService();
  contractId = await signedContract();
  ofMinor = await signedContract('2010-05-17', 62.91);
});
afterAll(() => service.close());

const BERLIN_OFFER = 4001;

interface OfferDetail {
  readonly contractTextBlocks: readonly {
    readonly attachmentType: string;
    readonly attachedDocument?: { readonly fileName: string; readonly url: string };
  }[];
}

const legalRepresentative = {
  firstName: 'Şükran',
  lastName: 'Brandt',
  consent: true,
  base64SvgSignature: SIGNATURE,
};

async function signedContract(dateOfBirth = NINA.dateOfBirth, due = 68.9): Promise<number> {
  const { initial } = await bothTokens(service, due);
  const made = await service.api().post<{ customerId: number }>('/v1/memberships/signup', {
    contract: {
      contractOfferTermId: TERMS.standard,
      startDate: '2026-12-01',
      earlyStartRequested: true,
      contractSignature: { base64SvgSignature: SIGNATURE },
      textBlockSignatures: [{ textBlockId: 8003, base64SvgSignature: SIGNATURE }],
      initialPaymentRequestToken: initial,
      legalRepresentative,
    },
    customer: { ...NINA, dateOfBirth },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const [contract] = await service.database.db
    .select()
    .from(contracts)
    .where(eq(contracts.customerId, made.body.customerId));
  return contract?.id ?? 0;
}

const offerDetail = (key: string, id: number, language: string) =>
  service.api(key).request<OfferDetail>({
    url: `/v1/memberships/membership-offers/${id}`,
    headers: { 'accept-language': language },
  });

function open(link: string) {
  const { pathname, search } = new URL(link);
  return service.app.app.inject({ url: pathname + search });
}

const linkTo = (named: NamedContract) => contractLink(service.app.context, named);

async function read(link: string): Promise<ReadPdf> {
  const answer = await open(link);
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return readPdf(answer.rawPayload);
}

const texts = (elements: readonly Tagged[], role: string) =>
  ofRole(elements, role)
    .map(({ text }) => text)
    .filter(Boolean);

function factsOf({ elements }: ReadPdf): [label: string, value: string][] {
  return ofRole(elements, 'LI')
    .map(({ children }) => children.map(({ text }) => text))
    .filter(([label]) => label)
    .map(([label = '', value = '']) => [label, value]);
}

describe('before a contract is signed', () => {
  test('the text block of the offer links to the contract, with its terms, fees, modules and texts', async () => {
    const { body } = await offerDetail('test-key-northside-berlin-eur', BERLIN_OFFER, 'de');
    const block = body.contractTextBlocks.find(
      ({ attachmentType }) => attachmentType === 'CONTRACT_PDF_PREVIEW',
    );
    expect(block?.attachedDocument?.fileName).toBe('contract-4001.pdf');
    const answer = await open(block?.attachedDocument?.url ?? '');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-language': 'de-DE',
      'content-disposition': 'attachment; filename="contract-4001.pdf"',
      'cache-control': 'private, no-store',
    });
    const pdf = await readPdf(answer.rawPayload);
    expect(pdf).toMatchObject({
      title: 'Mitgliedsvertrag',
      language: 'de-DE',
      isTagged: true,
      declaresPdfUa: true,
      fontsNotEmbedded: [],
      missingGlyphs: [],
    });
    expect(texts(pdf.elements, 'H1')).toEqual(['Mitgliedsvertrag']);
    expect(texts(pdf.elements, 'P')).toContain('Dies ist eine Vorschau. Es ist noch nichts unterschrieben.');
    expect(texts(pdf.elements, 'H2')).toEqual(
      expect.arrayContaining(['Standard, 12 months', 'Enthaltene Module', 'Wählbare Module', 'Your health']),
    );
    expect(factsOf(pdf)).toEqual(
      expect.arrayContaining([
        ['Mitglied', 'Die unterzeichnende Person'],
        ['Mitgliedschaft', 'Standard'],
        ['Erstlaufzeit', '12 Monate'],
        ['Preis', '39,90 €, monatlich (14–25: -15 %; 65–120: -5,00 €)'],
        ['Starter package', '29,00 €, einmalig'],
        ['Kündigungsfrist', '1 Monat'],
        ['Group classes', 'All classes of the timetable.'],
        ['Sauna and steam bath', '9,90 €, monatlich'],
      ]),
    );
    // Both terms offer this module, but it is listed only once.
    expect(factsOf(pdf).filter(([label]) => label === 'Personal coaching')).toHaveLength(1);
    // There is one line to sign on for the text and one for the contract, and nothing is drawn.
    expect(texts(pdf.elements, 'P').filter((text) => text === 'Unterschrift')).toHaveLength(2);
    expect(ofRole(pdf.elements, 'Figure')).toEqual([]);
    expect(factsOf(pdf)).toContainEqual(['Widerrufsfrist nach der Unterschrift', '14 Tage']);
  });

  test("the studio's texts are tagged with the studio's language for screen readers", async () => {
    const pdf = await read(linkTo({ kind: 'offered', id: BERLIN_OFFER, language: 'pl' }));
    const [health] = ofRole(pdf.elements, 'H2').filter(({ text }) => text === 'Your health');
    expect([pdf.language, health?.lang]).toEqual(['pl-DE', 'en']);
  });

  test.each('cs de en es fr hu it nb nl pl ro ru sl sv tr fr-LU'.split(' '))(
    'it is written in %s',
    async (language) => {
      const pdf = await read(linkTo({ kind: 'offered', id: BERLIN_OFFER, language }));
      expect(pdf.title).toBe(translate(language, 'contract.heading'));
      expect([pdf.missingGlyphs, pdf.fontsNotEmbedded]).toEqual([[], []]);
      expect(factsOf(pdf).map(([label]) => label)).toContain(translate(language, 'contract.term'));
    },
  );
});

describe('once it is signed', () => {
  test('it names the member, the one term that was chosen, the payments, and has both signatures', async () => {
    const pdf = await read(linkTo({ kind: 'signed', id: contractId, language: 'en' }));
    const facts = factsOf(pdf);
    expect(facts).toEqual(
      expect.arrayContaining([
        ['Member', 'Nina Brandt, Müllerstraße 3-4, 13353 Berlin, Germany'],
        ['Contract number', String(contractId)],
        ['Start', '1 December 2026'],
        ['Initial term', '12 months'],
        ['1 December 2026', expect.stringMatching(/^€39\.90, /)],
      ]),
    );
    expect(facts.filter(([label]) => label === 'Initial term')).toHaveLength(1);
    // The member chose no module; one is included.
    expect(texts(pdf.elements, 'H2')).toContain('Included modules');
    expect(texts(pdf.elements, 'H2')).not.toContain('Optional modules');
    expect(ofRole(pdf.elements, 'Figure')).toHaveLength(2);
    expect(texts(pdf.elements, 'P').join()).not.toMatch(/preview|script|alert/);
    expect(facts.map(([label]) => label)).not.toContain('Legal representative');
  });

  test('it tells of the right of withdrawal, and opens the page for it in the language of the reader', async () => {
    const pdf = await read(linkTo({ kind: 'signed', id: contractId, language: 'ru' }));
    const [contract] = await service.database.db.select().from(contracts).where(eq(contracts.id, contractId));
    const last = contract?.details.withdrawableUntil ?? '';
    const day = new Intl.DateTimeFormat('ru-DE', { dateStyle: 'long', timeZone: 'UTC' });
    expect(factsOf(pdf)).toContainEqual([
      translate('ru', 'contract.withdrawal.lastDay'),
      day.format(new Date(last)),
    ]);
    expect(texts(pdf.elements, 'P')).toContain(translate('ru', 'contract.withdrawal.earlyStart'));
    const page = new URL('/contracts/withdraw/1001?lang=ru', service.app.context.publicUrl()).href;
    expect(texts(pdf.elements, 'Link')).toEqual([page]);
    expect(pdf.links).toEqual([page]);
  });

  test.each('cs de en es fr hu it nb nl pl ro ru sl sv tr'.split(' '))(
    'it names the legal representative of a minor, with consent and signature, in %s',
    async (language) => {
      const pdf = await read(linkTo({ kind: 'signed', id: ofMinor, language }));
      expect([pdf.missingGlyphs, pdf.fontsNotEmbedded]).toEqual([[], []]);
      expect(factsOf(pdf)).toContainEqual([
        translate(language, 'contract.legalRepresentative'),
        'Şükran Brandt',
      ]);
      expect(texts(pdf.elements, 'P')).toContain(translate(language, 'contract.legalRepresentative.consent'));
      expect(ofRole(pdf.elements, 'Figure').map(({ alt }) => alt)).toEqual([
        translate(language, 'document.signature'),
        translate(language, 'document.signature'),
        `${translate(language, 'document.signature')}: Şükran Brandt`,
      ]);
    },
  );
});

describe('if the member pays by bank transfer', () => {
  test.each([
    [
      'EUR',
      { accountHolder: 'Northside Gym Berlin GmbH', iban: 'DE02120300000000202051' },
      'DE02 1203 0000 0000 2020 51',
      /^BCD\n/,
    ],
    [
      'CHF',
      { accountHolder: 'Seeblick Fitness AG', iban: 'CH9300762011623852957' },
      'CH93 0076 2011 6238 5295 7',
      /^SPC\n/,
    ],
  ])('it ends with the account and its code: %s', async (currency, transferAccount, iban, standard) => {
    const { db } = service.database;
    const [contract] = await db.select().from(contracts).where(eq(contracts.id, contractId));
    const payer = { paymentMethod: 'BANK_TRANSFER', paymentInstrumentId: null } as const;
    await db
      .update(customers)
      .set(payer)
      .where(eq(customers.id, contract?.customerId ?? 0));
    await db.update(studios).set({ currency, transferAccount }).where(eq(studios.id, 1001));
    const answer = await open(linkTo({ kind: 'signed', id: contractId, language: 'de' }));
    const pdf = await readPdf(answer.rawPayload);
    expect(factsOf(pdf)).toEqual(
      expect.arrayContaining([
        ['Kontoinhaber', transferAccount.accountHolder],
        ['IBAN', iban],
        ['Verwendungszweck', expect.stringContaining(String(contractId))],
      ]),
    );
    expect(ofRole(pdf.elements, 'Figure').at(-1)?.alt).toBe(
      `QR-Code für eine Überweisung an ${transferAccount.accountHolder}`,
    );
    const { isTagged, declaresPdfUa, fontsNotEmbedded, missingGlyphs } = pdf;
    expect([isTagged, declaresPdfUa, fontsNotEmbedded, missingGlyphs]).toEqual([true, true, [], []]);
    const [code = [], ...others] = await qrCodesOf(answer.rawPayload);
    expect(others).toEqual([]);
    expect(readModules(code)).toMatch(standard);
    expect(readModules(code)).toContain(String(contractId));
  });
});

describe('its address', () => {
  test('opens its own document for 15 minutes, and never another studio’s, another kind’s or another language’s', async () => {
    const link = linkTo({ kind: 'offered', id: BERLIN_OFFER, language: 'de' });
    expect(link).not.toMatch(/Nina|Brandt/);
    for (const wrong of [
      link.replace('/4001.pdf', '/4000.pdf'),
      link.replace('/offered/4001', `/signed/${contractId}`),
      link.replace('language=de', 'language=en'),
      link.replace(/expires=\d/, 'expires=9'),
      link.replace(/signature=./, 'signature='),
      linkTo({ kind: 'signed', id: 1, language: 'de' }),
    ]) {
      const answer = await open(wrong);
      expect([answer.statusCode, answer.json()], wrong).toEqual([
        403,
        expect.objectContaining({ errorCode: 'errormessage.document.link.invalid' }),
      ]);
    }
    service.clock.advance(15 * 60_000 - 1000);
    expect((await open(link)).statusCode).toBe(200);
    service.clock.advance(1000);
    expect((await open(link)).statusCode).toBe(403);
  });
});
