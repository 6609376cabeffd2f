import type { PaymentInstrumentDetails, Schemas } from '@upc/contract/gateway';
import { ApiError } from '../../../core/errors/api-error.js';

export type PaymentDetails = Schemas['PaymentDetails'];
type Address = Schemas['Address'];

/** Control characters and the marks that reverse the direction of text have no place in a name. */
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** @throws ApiError 400 naming `details.<field>` when it is missing, blank or holds control characters. */
export function requiredText(value: string | undefined, field: string): string {
  const text = value?.trim() ?? '';
  const reference = `details.${field}`;
  if (text === '') throw new ApiError('errormessage.payment.details.required', reference, { field });
  if (FORBIDDEN.test(text)) {
    throw new ApiError('errormessage.payment.details.invalid', reference, { field });
  }
  return text;
}

/** One `@`, a name before it, a domain with a dot after it: only a message can show whether it exists. */
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/;

/** @throws ApiError 400 naming `details.email`. */
export function requiredEmail(value: string | undefined): string {
  const email = requiredText(value, 'email');
  if (!EMAIL.test(email)) throw new ApiError('errormessage.payment.email.invalid', 'details.email');
  return email;
}

/** @throws ApiError 400 naming the part of the address at fault. */
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

/** A method whose form the gateway takes itself: bank details and a mandate, debited when the token is used. */
export interface DirectDebit {
  /** Fields beside account and holder that are always asked for. */
  readonly requiredFields: readonly ('address' | 'email')[];
  /** Whether `requireDirectDebitSignature` concerns it. */
  readonly isSigned: boolean;
  /** Puts the address of the mandate's document into the details, where the payer is handed it before continuing. */
  readonly handOver?: (details: PaymentInstrumentDetails, url: string) => PaymentInstrumentDetails;
  /**
   * The details in the form they are sent and stored; what the method does not need is dropped.
   *
   * @throws ApiError 400 with `details.<field>` as reference.
   */
  check(details: PaymentDetails): PaymentDetails;
  /** The part that may be shown and kept in the clear. */
  mask(details: PaymentDetails, mandate: AcceptedMandate): PaymentInstrumentDetails;
}

/** The part of an instrument's details that comes from the mandate. */
export interface AcceptedMandate {
  readonly reference: string;
  /** SVG or null. */
  readonly signature: string | null;
}
