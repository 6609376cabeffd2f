import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Payment } from '../../../../test/support/clients.js';
import { linesOf, ofRole, readPdf, type ReadPdf } from '../../../../test/support/pdf.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { translate } from '../../../core/i18n/translate.js';
import { DrawnDocuments } from '../../documents/drawn-documents.js';
import { loadMandateDocument } from './load-mandate.js';
import { mandatePdf } from './mandate-document.js';
import { mandateLink } from './mandate-link.js';
import { mandates } from './mandates.tables.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

type Mandate = typeof mandates.$inferSelect;

const address = { line1: 'Ulica Łąkowa 1', city: 'Zürich', postalCode: '8001', country: 'CH' };
const DETAILS = {
  SEPA: { accountHolder: 'Zoë Őrség-Çelik Łódź', iban: 'DE89370400440532013000' },
  CH_DD: { accountHolder: 'Reto Baumann', iban: 'CH8309000000100012345', address },
  LSV: { accountHolder: 'Reto Baumann', iban: 'CH9300762011623852957', address },
  BACS: {
    accountHolder: 'Gwen Harris',
    bankLocationId: '10-88-00',
    accountNumber: '00012345',
    email: 'gwen@example.com',
    address: { ...address, country: 'GB' },
  },
  ACH: {
    accountHolder: 'Dale Whitman',
    bankLocationId: '110000000',
    accountNumber: '000123456789',
    accountType: 'CHECKING',
    holderType: 'PERSONAL',
  },
} as const;
type Method = keyof typeof DETAILS;
const KEYS: Readonly<Record<Method, string>> = {
  SEPA: 'test-key-northside-berlin-eur',
  CH_DD: 'test-key-seeblick-zuerich-chf',
  LSV: 'test-key-seeblick-zuerich-chf',
  BACS: 'test-key-harbour-bristol-gbp',
  ACH: 'test-key-lakeshore-chicago-usd',
};
const DRAWN = '<svg viewBox="0 0 500 200"><path d="M 20 100 L 60 20 L 90 140"/></svg>';

interface Given {
  readonly payment: Payment;
  readonly mandate: Mandate;
}

async function give(method: Method, language: string, signature?: string): Promise<Given> {
  const api = service.api(KEYS[method]);
  const gateway = service.gateway(
    await api.session({ requireDirectDebitSignature: signature !== undefined }),
  );
  const request = await gateway.debitRequest(method, DETAILS[method], {}, language);
  const payment = await gateway.pay(
    {
      ...request,
      ...(request.mandate && { mandate: { ...request.mandate, ...(signature && { signature }) } }),
    },
    { 'accept-language': language },
  );
  expect(payment.status).toBe('PREAUTHED');
  const [mandate] = await service.database.db
    .select()
    .from(mandates)
    .where(eq(mandates.paymentId, payment.id));
  if (!mandate) throw new Error('No mandate was kept.');
  return { payment, mandate };
}

function open(link: string) {
  const { pathname, search } = new URL(link);
  return service.app.app.inject({ url: `${pathname}${search}` });
}

async function read({ mandate }: Given): Promise<ReadPdf> {
  const answer = await open(mandateLink(service.app.context, mandate.id, service.clock.now()));
  expect(answer.statusCode).toBe(200);
  return readPdf(answer.rawPayload);
}

/** Checks the parts of the document that do not depend on the method. */
function expectMandate(pdf: ReadPdf, { accepted: { offer, creditor, locale }, ...mandate }: Mandate): void {
  expect(locale).toMatch(new RegExp(`^${offer.language}(-|$)`));
  expect(pdf).toMatchObject({
    title: offer.heading,
    language: locale,
    isTagged: true,
    declaresPdfUa: true,
    fontsNotEmbedded: [],
    missingGlyphs: [],
  });
  expect(pdf.elements.map(({ role }) => role)).toEqual(['Document']);
  expect(ofRole(pdf.elements, 'H1').map(({ text }) => text)).toEqual([offer.heading]);
  const passages = ofRole(pdf.elements, 'Sect').map(({ lang, children }) => ({
    language: lang,
    text: children.map(({ text }) => text),
  }));
  // Text read from a PDF contains only plain spaces.
  const shown = { language: offer.language, text: offer.text.map((text) => text.replaceAll('\u00a0', ' ')) };
  expect(passages).toEqual(offer.binding ? [shown, offer.binding] : [shown]);
  expect(valuesOf(pdf)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(new RegExp(`^${creditor.name}, .*${creditor.address.city}`)),
      offer.reference,
      mandate.acceptedTextSha256.match(/.{16}/g)?.join(' '),
    ]),
  );
}

function valuesOf(pdf: ReadPdf): string[] {
  return ofRole(pdf.elements, 'LI')
    .filter(({ children }) => children.length > 1)
    .map(({ children }) => {
      expect(children.map(({ role }) => role)).toEqual(['Lbl', 'LBody']);
      return children[1]?.text ?? '';
    });
}

function labelsOf(pdf: ReadPdf): string[] {
  return ofRole(pdf.elements, 'Lbl').map(({ text }) => text);
}

describe('the document is the mandate that was accepted', () => {
  test.each(['cs', 'de', 'en', 'es', 'fr', 'hu', 'it', 'nb', 'nl', 'pl', 'ro', 'ru', 'sl', 'sv', 'tr'])(
    'SEPA in %s',
    async (language) => {
      const given = await give('SEPA', language, DRAWN);
      expect(given.mandate.language).toBe(language);
      expect(given.mandate.accepted.offer.binding?.language).toBe(
        ['ru', 'tr'].includes(language) ? 'en' : undefined,
      );
      const pdf = await read(given);
      expectMandate(pdf, given.mandate);
      expect(valuesOf(pdf)).toEqual(
        expect.arrayContaining([
          'DE98ZZZ09999999999',
          'Zoë Őrség-Çelik Łódź',
          'DE89 3704 0044 0532 0130 00',
          'Commerzbank, COBADEFFXXX',
          translate(language, 'document.place.online'),
        ]),
      );
      expect(ofRole(pdf.elements, 'Figure')).toMatchObject([{ alt: expect.stringMatching(/\S/) as string }]);
    },
  );

  const SWISS = [
    ['CH_DD', 'CH83 0900 0000 1000 1234 5'],
    ['LSV', 'CH93 0076 2011 6238 5295 7'],
  ] as const;
  test.each(
    SWISS.flatMap(([method, iban]) =>
      ['de', 'fr', 'it', 'en'].map((language) => [method, language, iban] as const),
    ),
  )('%s in %s', async (method, language, iban) => {
    const given = await give(method, language, '<svg><text>Reto Baumann</text></svg>');
    expect(given.mandate.language).toBe(language);
    const pdf = await read(given);
    expectMandate(pdf, given.mandate);
    expect(valuesOf(pdf)).toEqual(
      expect.arrayContaining([
        'Reto Baumann',
        iban,
        expect.stringMatching(/^Ulica Łąkowa 1, 8001 Zürich, (Schweiz|Suisse|Svizzera|Switzerland)$/),
      ]),
    );
    expect(ofRole(pdf.elements, 'Figure')[0]?.alt).toContain('Reto Baumann');
  });

  test('BACS, in English whatever the language of the person', async () => {
    const given = await give('BACS', 'pl');
    const pdf = await read(given);
    expectMandate(pdf, given.mandate);
    expect(given.mandate.language).toBe('en');
    expect(labelsOf(pdf)).toEqual(
      expect.arrayContaining([
        'Sort code',
        'Account number',
        'Email',
        'Service User Number',
        'Direct Debit Instruction reference',
      ]),
    );
    expect(pdf.language).toBe('en-GB');
    expect(ofRole(pdf.elements, 'H2').map(({ text }) => text)).toEqual(['The Direct Debit Guarantee']);
    expect(valuesOf(pdf)).toEqual(
      expect.arrayContaining([
        'Harbour Gym Ltd, 7 Quay Street, Bristol BS1 4DJ, United Kingdom',
        'members@harbourgym.example, 0117 496 0100',
        '123456',
        expect.stringMatching(/^20 November 2026 at/),
      ]),
    );
    expect(valuesOf(pdf)).toEqual(expect.arrayContaining(['10-88-00', '00012345', 'gwen@example.com']));
    expect(ofRole(pdf.elements, 'Figure')).toEqual([]);
  });

  test.each([
    ['BACS', 'pl', 'Prawnie wiążący jest następujący tekst:'],
    ['LSV', 'es', 'El texto legalmente vinculante es el siguiente:'],
    ['CH_DD', 'fr-BE', null],
    ['ACH', 'en-GB', null],
    ['SEPA', 'ru', null],
  ] as const)(
    '%s says to a reader of %s that the text binds in its language: %s',
    async (method, reader, note) => {
      const pdf = await read(await give(method, reader));
      const said = ofRole(pdf.elements, 'P').filter(({ lang }) => lang === reader);
      expect(said.map(({ text }) => text)).toEqual(
        // The binding text follows the Russian translation.
        reader === 'ru' ? ['Юридическую силу имеет следующий текст:'] : note === null ? [] : [note],
      );
    },
  );

  test('ACH', async () => {
    const given = await give('ACH', 'en');
    const pdf = await read(given);
    expectMandate(pdf, given.mandate);
    expect(valuesOf(pdf)).toEqual(
      expect.arrayContaining([
        'Lakeshore Athletics LLC, 200 E Randolph St, Chicago, IL 60601, United States',
        '110000000',
        '000123456789',
        'Checking, Personal',
      ]),
    );
  });
});

const LONG = {
  language: 'en',
  heading: 'A long mandate',
  creditorName: 'Creditor',
  acceptedAt: new Date(0),
  agreement: [],
  note: null,
  passage: { language: 'en', text: ['Passage.'] },
  guarantee: null,
  binding: null,
  payer: [],
  acceptance: [],
  signature: null,
};

test('the items of the guarantee keep their indent in every line, and the text after them does not', async () => {
  const item = 'words and more words '.repeat(12).trim();
  const guarantee = { heading: 'The Guarantee', items: [item, item] };
  const lines = await linesOf(
    await mandatePdf({
      ...LONG,
      guarantee,
      binding: { note: { language: 'en', text: 'Note.' }, passage: LONG.passage },
    }),
  );
  const at = (isTheirs: (text: string) => boolean) =>
    new Set(lines.filter(({ text }) => isTheirs(text)).map(({ x }) => x));
  expect(at((text) => text === '•')).toEqual(new Set([56]));
  expect(lines.filter(({ text }) => text.includes('words')).length).toBeGreaterThan(4);
  expect(at((text) => text.includes('words'))).toEqual(new Set([70]));
  expect(at((text) => ['The Guarantee', 'Note.', 'Passage.'].includes(text))).toEqual(new Set([56]));
});

test('what does not fit on a page continues, with its tags, on the next', async () => {
  const text = Array.from({ length: 60 }, (_, at) =>
    `Paragraph ${at}: ${'words and more words '.repeat(9)}`.trim(),
  );
  const facts = Array.from({ length: 30 }, (_, at) => ({ label: `Label ${at}`, value: `Value ${at}` }));
  const pdf = await readPdf(
    await mandatePdf({
      ...LONG,
      agreement: facts,
      passage: { language: 'en', text },
      acceptance: facts,
    }),
  );
  expect(pdf.elements.length).toBeGreaterThan(2);
  expect(
    ofRole(pdf.elements, 'P')
      .map((paragraph) => paragraph.text)
      .join(' '),
  ).toBe(text.join(' '));
  // Each page repeats the whole list structure; items of other pages have no text on it.
  expect(valuesOf(pdf).filter(Boolean)).toEqual([...facts, ...facts].map(({ value }) => value));
});

describe('the link', () => {
  test('comes with the payment of BACS, and is the same each time it is told', async () => {
    const gateway = service.gateway(await service.api(KEYS.BACS).session());
    const request = await gateway.debitRequest('BACS', DETAILS.BACS);
    const made = await gateway.create(request);
    expect(made.body).not.toHaveProperty('nextAction');
    const key = 'a-key-of-this-very-test';
    const done = await gateway.authenticate(made.body.id, key);
    const { nextAction, paymentInstrumentDetails } = done.body;
    if (nextAction?.type !== 'MANDATE_DOWNLOAD') throw new Error(`The next action is ${nextAction?.type}.`);
    expect(paymentInstrumentDetails?.bacs).toMatchObject({
      directDebitPdfFormUrl: nextAction.url,
      bankAccountNumber: '•••• 2345',
      mandateId: request.mandate?.reference,
    });
    service.clock.advance(5 * 60_000);
    expect((await gateway.authenticate(made.body.id, key)).body).toEqual(done.body);
    expect((await gateway.get(made.body.id)).body).toEqual(done.body);
    expect((await gateway.session()).body.pendingPayment).toEqual(done.body);
    expect(nextAction.url).toMatch(/^http:\/\/localhost:4010\/api\/v1\/mandates\/[0-9a-f-]{36}\.pdf\?/);
  });

  test('comes with ACH, and not with methods that hand nothing over', async () => {
    const { payment } = await give('ACH', 'en');
    expect(payment.nextAction?.type).toBe('MANDATE_DOWNLOAD');
    expect(payment.paymentInstrumentDetails?.ach?.directDebitPdfFormUrl).toContain('.pdf');
    for (const method of ['SEPA', 'CH_DD', 'LSV'] as const) {
      expect((await give(method, 'en')).payment).not.toHaveProperty('nextAction');
    }
  });

  test('hands the document over and lets nobody keep or frame it', async () => {
    const { payment, mandate } = await give('BACS', 'en');
    const answer = await open(payment.paymentInstrumentDetails?.bacs?.directDebitPdfFormUrl ?? '');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-language': 'en-GB',
      'content-disposition': `attachment; filename="direct-debit-instruction-${mandate.reference}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('opens its document for 24 hours and no longer', async () => {
    const { payment } = await give('BACS', 'en');
    const link = payment.paymentInstrumentDetails?.bacs?.directDebitPdfFormUrl ?? '';
    service.clock.advance(24 * 3_600_000 - 1_000);
    expect((await open(link)).statusCode).toBe(200);
    service.clock.advance(2_000);
    const late = await open(link);
    expect([late.statusCode, late.json()]).toMatchObject([
      410,
      { errorCode: 'errormessage.payment.mandate.link.expired' },
    ]);
  });

  test('opens no other document, and cannot be changed', async () => {
    const [one, other] = [await give('BACS', 'en'), await give('ACH', 'en')];
    const link = new URL(one.payment.paymentInstrumentDetails?.bacs?.directDebitPdfFormUrl ?? '');
    const changed = (change: (url: URL) => void) => {
      const url = new URL(link);
      change(url);
      return url.href;
    };
    const signature = link.searchParams.get('signature') ?? '';
    for (const wrong of [
      changed((url) => (url.pathname = url.pathname.replace(one.mandate.id, other.mandate.id))),
      changed((url) => {
        url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1));
      }),
      changed((url) => {
        url.searchParams.set('signature', signature.replace(/^./, signature.startsWith('A') ? 'B' : 'A'));
      }),
      changed((url) => {
        url.searchParams.append('signature', signature);
      }),
      changed((url) => (url.search = '')),
      `http://localhost/api/v1/mandates/../../x.pdf?expires=1&signature=x`,
    ]) {
      const answer = await open(wrong);
      expect([403, 404]).toContain(answer.statusCode);
      expect(answer.body).not.toContain('%PDF');
    }
  });
});

test('a document is drawn once, and again only when it is another one or long ago', async () => {
  const { mandate } = await give('SEPA', 'en');
  let drawings = 0;
  const drawn = new DrawnDocuments(async () => Buffer.from(String((drawings += 1))));
  const load = async () => {
    const found = await loadMandateDocument(service.app.context, mandate.id);
    if (!found) throw new Error('There is no mandate.');
    return found;
  };
  const text = async (found: Awaited<ReturnType<typeof load>>) => (await drawn.pdf(found)).toString();
  const first = await load();
  expect([await text(first), await text(await load()), drawings]).toEqual(['1', '1', 1]);
  await service.database.db
    .update(mandates)
    .set({ signature: null, acceptedTextSha256: 'f'.repeat(64) })
    .where(eq(mandates.id, mandate.id));
  expect(await text(await load())).toBe('2');
  for (let count = 0; count < 99; count += 1) await text({ ...first, version: String(count) });
  expect([await text(first), drawings]).toEqual(['102', 102]);
});
