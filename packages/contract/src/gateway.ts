import type { components } from './gateway-types.js';

/** All schemas of `gateway.yaml`, by name. */
export type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type Payment = Schemas['Payment'];
export type FailureCode = Schemas['FailureCode'];
export type PaymentStatus = Schemas['PaymentStatus'];
export type PaymentMethod = Schemas['PaymentMethod'];
export type PaymentRequest = Schemas['PaymentRequest'];
export type PaymentDetails = Schemas['PaymentDetails'];
/** Details of the account or card that was used, safe to display: a single property named after the method. */
export type PaymentInstrumentDetails = Schemas['PaymentInstrumentDetails'];
export type StoredPaymentInstrument = Schemas['StoredPaymentInstrument'];
export type OfferedPaymentMethod = Schemas['OfferedPaymentMethod'];
export type MandateOffer = Schemas['MandateOffer'];
export type MandateScheme = MandateOffer['scheme'];
export type NextAction = Schemas['NextAction'];
export type Scope = Schemas['Scope'];
export type Creditor = Schemas['Creditor'];
export type Bank = Schemas['Bank'];
export type Money = Schemas['Money'];
export type GatewayErrorBody = Schemas['Error'];
export type AuthenticationRequest = Schemas['AuthenticationRequest'];
