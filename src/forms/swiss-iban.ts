import type { Validator } from './form.js';
import { validateIban } from './iban-validate.js';

/** PostFinance accounts are debited by CH_DD, those of every other bank by LSV. */
export type SwissScheme = 'CH_DD' | 'LSV';

const postFinance = '09000';

/**
 * A Swiss or Liechtenstein IBAN that the scheme can debit. A QR-IBAN (institution 30000 to 31999) is a reference for
 * invoices and no account to debit (SIX, QR-bill guidelines); an IBAN of the other scheme is told so.
 */
export function validateSwissIban(scheme: SwissScheme): Validator {
  return (iban) => {
    const wrong = validateIban(iban, (country) => country === 'CH' || country === 'LI', 'error.iban.swiss');
    if (wrong) return wrong;
    const institution = iban.slice(4, 9);
    if (/^3[01]/.test(institution)) return { code: 'error.iban.qr' };
    if (scheme === 'CH_DD' && institution !== postFinance) return { code: 'error.iban.useLsv' };
    if (scheme === 'LSV' && institution === postFinance) return { code: 'error.iban.usePostFinance' };
    return null;
  };
}
