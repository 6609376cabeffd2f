import type { Studio } from '../../context.js';
import type { usages } from '../../store/schema.js';
import type { Payment } from '../payments.js';
import type { Session } from '../sessions.js';

/** A usage with everything it depends on. */
export interface UsageInHand {
  readonly usage: typeof usages.$inferSelect;
  readonly payment: Payment;
  readonly session: Session;
  readonly studio: Studio;
}
