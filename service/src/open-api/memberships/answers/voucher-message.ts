import type { Voucher } from '../../../domain/voucher.js';
import { translate } from '../../../i18n/translate.js';

/** What a member reads when a code was accepted. */
export function voucherMessage({ code }: Voucher, language: string): string {
  return translate(language, 'voucher.applied', { code });
}
