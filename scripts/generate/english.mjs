import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

/**
 * Begin the keys of what is said after the button alone, and by forms that bring more than fields to type into: it comes
 * with what shows it (src/init/prepare-submission.ts, src/init/prepare-form.ts). A screen reader hears more than is shown:
 * src/elements/payment-widget/announcement.test.ts has what it may hear before that.
 */
const later = [
  'ach.',
  'bacs.',
  'bankTransfer.',
  'button.continueWith',
  'button.payWith',
  'button.review',
  'card.',
  'challenge.',
  'cash.',
  'chDD.',
  'copy.',
  'download.',
  'ended.',
  'error.accountNumber.',
  'error.card.',
  'error.iban.swiss',
  'error.iban.use',
  'error.payment.POLLING_TIMEOUT',
  'error.payment.reason.',
  'error.provider.',
  'error.routingNumber',
  'error.signature',
  'error.sortCode',
  'failed.',
  'lsv.',
  'notice.check',
  'pause.',
  'redirect.',
  'remove.',
  'review.',
  'signature.',
  'success.',
  'summary.title',
  'swiss.',
  'unavailable.',
  'unknown.',
  'waiting.',
];

/** In the words of a scheme that is not SEPA. */
const schemeForm = /_(ACH|BACS|BECS|CH_DD|LSV)$/;

/**
 * The English texts in two parts, so that a form does not wait for what it does not say yet.
 * @param {'first' | 'later'} part
 * @returns {string} JSON
 */
export function english(part) {
  const texts = Object.entries(JSON.parse(readFileSync(join(root, 'locales/en.json'), 'utf8')));
  const isLater = (/** @type {string} */ key) =>
    later.some((start) => key.startsWith(start)) || schemeForm.test(key);
  return JSON.stringify(Object.fromEntries(texts.filter(([key]) => isLater(key) === (part === 'later'))));
}
