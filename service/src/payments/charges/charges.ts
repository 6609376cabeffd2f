import { eq } from 'drizzle-orm';
import type { Studio } from '../../context.js';
import type { Database } from '../../store/database.js';
import { charges, customers, paymentInstruments, studios } from '../../store/schema.js';

/** A charge with everything it depends on. */
export interface ChargeInHand {
  readonly charge: typeof charges.$inferSelect;
  readonly instrument: typeof paymentInstruments.$inferSelect;
  readonly studio: Studio;
}

export async function loadCharge(db: Database, chargeId: string): Promise<ChargeInHand> {
  const [found] = await db
    .select({ charge: charges, instrument: paymentInstruments, studio: studios })
    .from(charges)
    .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
    .innerJoin(customers, eq(customers.id, charges.customerId))
    .innerJoin(studios, eq(studios.id, customers.studioId))
    .where(eq(charges.id, chargeId));
  if (!found) throw new Error('A charge that was just there is gone.');
  return found;
}
