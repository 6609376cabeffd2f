import { eq } from 'drizzle-orm';
import type { Studio } from '../../context.js';
import type { Database } from '../../store/database.js';
import { charges, paymentCustomers, paymentInstruments, studios } from '../../store/schema.js';

/** A charge with everything it depends on. */
export interface ChargeInHand {
  readonly charge: typeof charges.$inferSelect;
  readonly instrument: typeof paymentInstruments.$inferSelect;
  /** Of the instrument; while a charge is reserved, its member cannot move. */
  readonly studio: Studio;
}

export async function loadCharge(db: Database, chargeId: string): Promise<ChargeInHand> {
  const [found] = await db
    .select({ charge: charges, instrument: paymentInstruments, studio: studios })
    .from(charges)
    .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
    .innerJoin(paymentCustomers, eq(paymentCustomers.id, paymentInstruments.paymentCustomerId))
    .innerJoin(studios, eq(studios.id, paymentCustomers.studioId))
    .where(eq(charges.id, chargeId));
  if (!found) throw new Error('A charge that was just there is gone.');
  return found;
}
