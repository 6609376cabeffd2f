import type { Creditor, MandateScheme } from '@upc/contract/gateway';

/** Facts about a creditor, besides name and address, that a scheme requires before a mandate may be collected. */
interface Requirements {
  /** The scheme's creditor identifier, and its name if that is the same in every language. */
  readonly identifier?: keyof Creditor;
  readonly identifierName?: string;
  /** Contact data that the payer needs: to revoke an ACH authorization, or to ask about a Direct Debit. */
  readonly contact: readonly ('email' | 'phone')[];
}

/**
 * SEPA Core rulebook: the mandate contains the creditor identifier. LSV+ and CH-DD: LSV-IDENT and RS-PID. Bacs: Service
 * User Number and contact details. ACH (Nacha Operating Rules, authorizations of consumers): how to revoke.
 */
const REQUIREMENTS: Readonly<Record<MandateScheme, Requirements>> = {
  SEPA: { identifier: 'creditorIdentifier', contact: [] },
  CH_DD: { identifier: 'rsPid', identifierName: 'RS-PID', contact: [] },
  LSV: { identifier: 'lsvIdentifier', identifierName: 'LSV-IDENT', contact: [] },
  BACS: {
    identifier: 'serviceUserNumber',
    identifierName: 'Service User Number',
    contact: ['email', 'phone'],
  },
  ACH: { contact: ['email'] },
  // The user id belongs to the studio's bank, which is not part of the creditor.
  BECS: { contact: [] },
};

/** Returns whether a creditor has all data that a scheme's mandates must contain. If not, the scheme is not offered. */
export function meetsRequirements(creditor: Creditor, scheme: MandateScheme): boolean {
  const { identifier, contact } = REQUIREMENTS[scheme];
  return [...contact, ...(identifier ? [identifier] : [])].every((name) => Boolean(creditor[name]));
}

/** Returns the scheme's identifier of the creditor, such as the SEPA creditor identifier; nothing for ACH. */
export function creditorIdentifier(
  creditor: Creditor,
  scheme: MandateScheme,
): { readonly creditorIdentifier?: string; readonly creditorIdentifierName?: string } {
  const { identifier, identifierName } = REQUIREMENTS[scheme];
  const value = identifier && creditor[identifier];
  if (typeof value !== 'string') return {};
  return { creditorIdentifier: value, ...(identifierName && { creditorIdentifierName: identifierName }) };
}

/**
 * Returns whether the check digits of a SEPA creditor identifier are valid. They follow ISO 7064, modulo 97, over
 * everything except the business code in positions five to seven (EPC262-08, Creditor Identifier Overview).
 */
export function isCreditorIdentifier(text: string): boolean {
  const match = /^([A-Z]{2})(\d{2})[A-Z0-9]{3}([A-Z0-9]{1,28})$/.exec(text);
  if (!match) return false;
  const [, country = '', check = '', national = ''] = match;
  const digits = Array.from(`${national}${country}${check}`, (sign) => parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
