import { expect, test } from 'vitest';
import { ofRole, qrCodesOf, readPdf } from '../../../../test/support/pdf.js';
import { readModules } from '../../../../test/support/qr-code.js';
import { taggedPdf } from '../../documents/pdf/pdf-layout.js';
import { drawCode } from './draw-code.js';
import { type Transfer, transferCode } from './transfer-code.js';

const EURO: Transfer = {
  account: { accountHolder: 'Northside Gym Berlin GmbH', iban: 'DE02120300000000202051' },
  address: { line1: 'Seestraße 27', postalCode: '13353', city: 'Berlin', country: 'DE' },
  amount: 6890,
  currency: 'EUR',
  reference: 'Vertragsnummer 600001',
};
const SWISS: Transfer = {
  account: { accountHolder: 'Seeblick Fitness AG', iban: 'CH9300762011623852957' },
  address: { line1: 'Seestrasse 40', postalCode: '8002', city: 'Zürich', country: 'CH' },
  amount: 0,
  currency: 'CHF',
  reference: 'Vertragsnummer 600001',
};
const LABEL = 'QR-Code für eine Überweisung';

/** Draws a page with some paragraphs, and a code below them. */
function drawn(transfer: Transfer, language: string, paragraphs: number): Promise<Buffer> {
  const code = transferCode(transfer);
  if (!code) throw new Error('There is no code.');
  return taggedPdf({ language, heading: 'Vertrag', author: 'Studio', madeAt: new Date(0) }, (pen) => {
    pen.passage({ language, text: Array.from({ length: paragraphs }, () => 'Absatz.') });
    drawCode(pen, code, LABEL, language);
  });
}

test.each([
  ['euros', EURO, 1, 1],
  ['euros, on a page of its own', EURO, 42, 2],
  ['Swiss francs', SWISS, 1, 1],
  ['Swiss francs with an amount', { ...SWISS, amount: 120_000 }, 1, 1],
  ['Swiss francs, on a page of its own', SWISS, 30, 2],
])(
  'a PDF has a code that a banking app reads, and is accessible: %s',
  async (_, transfer, paragraphs, pages) => {
    const bytes = await drawn(transfer, 'de-CH', paragraphs);
    const code = transferCode(transfer);
    expect((await qrCodesOf(bytes)).map(readModules)).toEqual([readModules(code?.modules ?? [])]);
    const { isTagged, declaresPdfUa, fontsNotEmbedded, missingGlyphs, elements } = await readPdf(bytes);
    expect({ isTagged, declaresPdfUa, fontsNotEmbedded, missingGlyphs }).toEqual({
      isTagged: true,
      declaresPdfUa: true,
      fontsNotEmbedded: [],
      missingGlyphs: [],
    });
    expect(ofRole(elements, 'Figure').map(({ alt }) => alt)).toEqual([LABEL]);
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(pages);
  },
);

test.each([
  ['de-CH', 'Zahlteil'],
  ['fr-CH', 'Section paiement'],
  ['it', 'Sezione pagamento'],
  ['ru', 'Payment part'],
])(
  'the payment part of a Swiss bill is in the language of the document, or in English: %s',
  async (language, title) => {
    const { elements } = await readPdf(await drawn(SWISS, language, 1));
    expect(ofRole(elements, 'Figure')[0]?.text).toContain(title);
  },
);
