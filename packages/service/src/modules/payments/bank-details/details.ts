import type { PaymentInstrumentDetails, Schemas } from '@upc/contract/gateway';
import { ApiError } from '../../../core/errors/api-error.js';

export type PaymentDetails = Schemas['PaymentDetails'];
type Address = Schemas['Address'];

/** Control characters and bidirectional text marks, which do not belong in a name. */
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/**
 * Returns the trimmed text of a required field.
 *
 * @throws ApiError 400 naming `details.<field>` when it is missing, is blank or contains control characters.
 */
export function requiredText(value: string | undefined, field: string): string {
  const text = value?.trim() ?? '';
  const reference = `details.${field}`;
  if (text === '') throw new ApiError('errormessage.payment.details.required', reference, { field });
  if (FORBIDDEN.test(text)) {
    throw new ApiError('errormessage.payment.details.invalid', reference, { field });
  }
  return text;
}

/**
 * Requires one `@` with a name before it and a dotted domain after it. Only sending a message can show whether the
 * address exists.
 */
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/;

/**
 * Returns a required email address.
 *
 * @throws ApiError 400 naming `details.email`.
 */
export function requiredEmail(value: string | undefined): string {
  const email = requiredText(value, 'email');
  if (!EMAIL.test(email)) throw new ApiError('errormessage.payment.email.invalid', 'details.email');
  return email;
}

/**
 * Returns a required postal address.
 *
 * @throws ApiError 400 naming the faulty part of the address.
 */
export function requiredAddress(address: Address | undefined): Address {
  if (!address) {
    throw new ApiError('errormessage.payment.details.required', 'details.address', { field: 'address' });
  }
  return {
    line1: requiredText(address.line1, 'address.line1'),
    ...(address.line2 ? { line2: requiredText(address.line2, 'address.line2') } : {}),
    city: requiredText(address.city, 'address.city'),
    postalCode: requiredText(address.postalCode, 'address.postalCode'),
    ...(address.state ? { state: requiredText(address.state, 'address.state') } : {}),
    country: address.country,
  };
}

/**
 * A payment method whose form the gateway processes itself: bank details and a mandate, debited when the token is used.
 */
export interface DirectDebit {
  /** Fields that are always required in addition to account and holder. */
  readonly requiredFields: readonly ('address' | 'email')[];
  /** Whether `requireDirectDebitSignature` applies to the method. */
  readonly isSigned: boolean;
  /**
   * Adds the URL of the mandate document to the details, for schemes in which the payer receives it before continuing.
   */
  readonly handOver?: (details: PaymentInstrumentDetails, url: string) => PaymentInstrumentDetails;
  /**
   * Checks the details and returns them as they are sent and stored. Fields that the method does not need are dropped.
   *
   * @throws ApiError 400 with `details.<field>` as reference.
   */
  check(details: PaymentDetails): PaymentDetails;
  /** Returns the part of the details that may be shown and stored unencrypted. */
  mask(details: PaymentDetails, mandate: AcceptedMandate): PaymentInstrumentDetails;
}

/** The part of an instrument's details that is taken from the mandate. */
export interface AcceptedMandate {
  readonly reference: string;
  /** SVG or null. */
  readonly signature: string | null;
}
