import { SwissQRBill } from 'swissqrbill/pdf';
import type { Pen } from '../../documents/pdf/pdf-layout.js';
import type { TransferCode } from './transfer-code.js';

/** Languages of the Swiss payment part. */
const BILL_LANGUAGES = { de: 'DE', en: 'EN', fr: 'FR', it: 'IT' } as const;

/**
 * Draws the code of a transfer in a PDF: alone, or in the payment part of a Swiss bill, which fills the bottom of a page.
 *
 * @param label description for assistive technology
 * @param language of the document; a Swiss bill is in English if it does not have this language.
 */
export function drawCode(pen: Pen, code: TransferCode, label: string, language: string): void {
  if (code.standard === 'EPC') {
    pen.qrCode(label, code.modules);
    return;
  }
  const [primary = ''] = language.split('-');
  const bill = new SwissQRBill(code.bill, {
    language: primary in BILL_LANGUAGES ? BILL_LANGUAGES[primary as keyof typeof BILL_LANGUAGES] : 'EN',
  });
  pen.slip(label, SwissQRBill.height, (paper) => bill.attachTo(paper));
}
