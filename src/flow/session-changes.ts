import type { OfferedPaymentMethod, PaymentMethod, Session } from '@upc/contract/gateway';
import type { Schema } from '../core/schema.js';
import { mandate, provider, session } from '../gateway/answers.js';
import { offerOf } from './selectors.js';

/** What an open form has to give up because the gateway's session differs from the one that it shows. */
export interface SessionChanges {
  /** Whether anything differs that the widget uses. */
  readonly isSame: boolean;
  /** Methods with another mandate. Their consent and signature were given to a text that no longer applies. */
  readonly mandates: readonly PaymentMethod[];
  /** Methods with another provider, or another account at it. Their secured fields belong to the former one. */
  readonly providers: readonly PaymentMethod[];
}

/** Compares the shown session with the gateway's. Members that the widget does not use are ignored. */
export function sessionChanges(shown: Session, current: Session): SessionChanges {
  const changed = (isEqual: (one?: OfferedPaymentMethod, other?: OfferedPaymentMethod) => boolean) =>
    shown.paymentMethods
      .filter((offer) => !isEqual(offer, offerOf(current, offer.paymentMethod)))
      .map(({ paymentMethod }) => paymentMethod);
  return {
    isSame: same(session, shown, current),
    mandates: changed(
      (one, other) =>
        same(mandate, one?.mandate, other?.mandate) &&
        same(mandate, one?.oneOffMandate, other?.oneOffMandate),
    ),
    providers: changed((one, other) => same(provider, one?.provider, other?.provider)),
  };
}

/** Compares what a schema checks. Its output has the members in its own order, whatever the order of the input. */
function same(schema: Schema, one: unknown, other: unknown): boolean {
  return JSON.stringify(schema(one)) === JSON.stringify(schema(other));
}
