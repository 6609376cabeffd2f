import type { Voucher } from '../../../domain/voucher.js';

/** What a member reads when a code was accepted; in English where the language has no words yet. */
export function voucherMessage({ code }: Voucher, language: string): string {
  return language.startsWith('de')
    ? `Gutschein „${code}“ ist eingelöst.`
    : `Voucher code "${code}" was applied.`;
}
