import type { Voucher } from '../../../domain/voucher.js';
import { translate } from '../../../i18n/translate.js';

/** The message to a member whose code was accepted. */
export function voucherMessage({ code }: Voucher, language: string): string {
  return translate(language, 'voucher.applied', { code });
}
