import type { Schemas } from '@upc/contract/gateway';
import { Type } from 'typebox';
import { fromContract } from '../../core/database/json-schemas.js';
import { storedForm, type StoredForm } from '../../core/database/stored-form.js';
import type { AcceptedOffer } from './mandates/mandate-offer.js';

export const INSTRUMENT: StoredForm<Schemas['PaymentInstrumentDetails']> = storedForm(
  fromContract('PaymentInstrumentDetails'),
);

/** The answer to a payment request, kept for the same request. */
export const ANSWER: StoredForm<Schemas['Payment']> = storedForm(fromContract('Payment'));

interface Acceptance {
  readonly ip: string;
  readonly userAgent: string;
  /** ISO 8601. */
  readonly acceptedAt: string;
}
/** The browser in which a payment was begun. */
export const ACCEPTANCE: StoredForm<Acceptance> = storedForm(
  Type.Object({ ip: Type.String(), userAgent: Type.String(), acceptedAt: Type.String() }),
);

interface ClaimShare {
  readonly claimId: number;
  /** Minor units. */
  readonly amount: number;
}
/** The share of a charge for each claim. */
export const CLAIM_SHARES: StoredForm<readonly ClaimShare[]> = storedForm(
  Type.Array(Type.Object({ claimId: Type.Integer(), amount: Type.Integer() })),
);

export const ACCEPTED_OFFER: StoredForm<AcceptedOffer> = storedForm(
  Type.Object({
    creditor: fromContract('Creditor'),
    offer: fromContract('MandateOffer'),
    locale: Type.Optional(Type.String()),
    reader: Type.Optional(Type.String()),
  }),
  { version: 1, upgrades: { 0: withCreditorLines } },
);

/** The first mandates, of before the lines of the creditor were part of the offer. */
function withCreditorLines(older: Readonly<Record<string, unknown>>): unknown {
  return { ...older, offer: { creditorLines: [], ...(older.offer as object) } };
}

/** Details that the payer has entered with a mandate; stored encrypted. */
export const PAYER: StoredForm<Schemas['PaymentDetails']> = storedForm(fromContract('PaymentDetails'));
