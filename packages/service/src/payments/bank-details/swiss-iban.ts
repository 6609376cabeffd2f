import { ApiError } from '../../errors/api-error.js';
import { isIban, normalizeIban } from './iban.js';

export type SwissScheme = 'CH_DD' | 'LSV';

const POSTFINANCE = '09000';
const REFERENCE = 'details.iban';

/** Institutions 30000 to 31999 are references of QR-bills, not accounts (SIX, QR-IBAN). */
export function isQrIban(iban: string): boolean {
  return isSwiss(iban) && /^3[01]/.test(institution(iban));
}

export function isPostFinance(iban: string): boolean {
  return isSwiss(iban) && institution(iban) === POSTFINANCE;
}

/**
 * A Swiss or Liechtenstein IBAN that a scheme can debit: PostFinance accounts by CH_DD, those of every other
 * bank by LSV.
 *
 * @throws ApiError 400 for `details.iban`; for an IBAN of the other scheme it names that one.
 */
export function requireSwissIban(typed: string, scheme: SwissScheme): string {
  const iban = normalizeIban(typed);
  if (!isIban(iban)) throw new ApiError('errormessage.payment.iban.invalid', REFERENCE);
  if (!isSwiss(iban)) throw new ApiError('errormessage.payment.iban.swiss.required', REFERENCE);
  if (isQrIban(iban)) throw new ApiError('errormessage.payment.iban.qr', REFERENCE);
  if (isPostFinance(iban) !== (scheme === 'CH_DD')) {
    throw new ApiError(
      scheme === 'CH_DD' ? 'errormessage.payment.iban.use.lsv' : 'errormessage.payment.iban.use.ch.dd',
      REFERENCE,
    );
  }
  return iban;
}

function isSwiss(iban: string): boolean {
  return iban.startsWith('CH') || iban.startsWith('LI');
}

function institution(iban: string): string {
  return iban.slice(4, 9);
}
