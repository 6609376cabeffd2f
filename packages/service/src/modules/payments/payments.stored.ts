import type { Schemas } from '@upc/contract/gateway';
import { Type } from 'typebox';
import { fromGateway } from '../../core/database/json-schemas.js';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import type { AcceptedOffer } from './mandates/mandate-offer.js';

export const INSTRUMENT: StoredSchema<Schemas['PaymentInstrumentDetails']> = storedSchema(
  fromGateway('PaymentInstrumentDetails'),
);

interface Acceptance {
  readonly ip: string;
  readonly userAgent: string;
  /** ISO 8601. */
  readonly acceptedAt: string;
}
/** Evidence of the browser in which a payment was started. */
export const ACCEPTANCE: StoredSchema<Acceptance> = storedSchema(
  Type.Object({ ip: Type.String(), userAgent: Type.String(), acceptedAt: Type.String() }),
);

interface ClaimShare {
  readonly claimId: number;
  /** Minor units. */
  readonly amount: number;
}
/** The share of a charge that pays each claim. */
export const CLAIM_SHARES: StoredSchema<readonly ClaimShare[]> = storedSchema(
  Type.Array(Type.Object({ claimId: Type.Integer(), amount: Type.Integer() })),
);

export const ACCEPTED_OFFER: StoredSchema<AcceptedOffer> = storedSchema(
  Type.Object({
    creditor: fromGateway('Creditor'),
    offer: fromGateway('MandateOffer'),
    locale: Type.String(),
    reader: Type.String(),
  }),
);

/** Details that the payer entered with a mandate; stored encrypted. */
export const PAYER: StoredSchema<Schemas['PaymentDetails']> = storedSchema(fromGateway('PaymentDetails'));
