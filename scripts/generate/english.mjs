import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

/**
 * Prefixes of the keys whose texts are needed only after the button is pressed, or only by forms with more than text
 * fields. These texts load together with the code that shows them (src/init/prepare-submission.ts,
 * src/init/prepare-form.ts). Until then a field whose entry is wrong only says that some details are (`validationText`). A screen reader announces more than is shown:
 * src/elements/payment-widget/announcement.test.ts lists what it may announce before that.
 */
const later = [
  'ach.',
  'address.',
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
  'email.',
  'ended.',
  'error.accountNumber.',
  'error.card.',
  'error.characters',
  'error.digits',
  'error.email',
  'error.iban.',
  'error.name',
  'error.payment.POLLING_TIMEOUT',
  'error.payment.reason.',
  'error.postalCode',
  'error.provider.',
  'error.refused',
  'error.required.accountNumber',
  'error.required.address.',
  'error.required.cardHolder',
  'error.required.choice',
  'error.required.email',
  'error.required.routingNumber',
  'error.required.sortCode',
  'error.routingNumber',
  'error.signature',
  'error.sortCode',
  'error.tooLong',
  'expiry.',
  'express.',
  'failed.',
  'instrument.',
  'lsv.',
  'notice.check',
  'notice.way.',
  'pause.',
  'processing.',
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

/** Keys of the texts for a scheme other than SEPA. */
const schemeForm = /_(ACH|BACS|BECS|CH_DD|LSV)$/;

/**
 * Returns one of two parts of the English texts, so that a form does not wait for texts that it does not show yet.
 * @param {'first' | 'later'} part
 * @returns {string} JSON
 */
export function english(part) {
  const texts = Object.entries(JSON.parse(readFileSync(join(root, 'locales/en.json'), 'utf8')));
  const isLater = (/** @type {string} */ key) =>
    later.some((start) => key.startsWith(start)) || schemeForm.test(key);
  return JSON.stringify(Object.fromEntries(texts.filter(([key]) => isLater(key) === (part === 'later'))));
}
