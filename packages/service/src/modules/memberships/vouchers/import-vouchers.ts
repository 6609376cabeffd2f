import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../../core/database/database.js';
import { StaffError } from '../../../core/errors/staff-error.js';
import type { Studio } from '../../studios/studios.tables.js';
import { VoucherSchema } from '../memberships.stored.js';
import { membershipOffers } from '../offers/offers.tables.js';
import type { Voucher } from './voucher.js';
import { vouchers } from './vouchers.tables.js';

export const VoucherImport = Type.Object({
  vouchers: Type.Array(VoucherSchema, {
    minItems: 1,
    maxItems: 1000,
    description: 'As JSON; docs/operations.md says more.',
  }),
});

/**
 * Adds vouchers of a studio, or replaces those of the same code. What was signed with one keeps its terms.
 *
 * @returns their codes.
 * @throws StaffError for what a schema cannot say: codes given twice, days in the wrong order, offers that there are not.
 */
export async function importVouchers(
  tx: Database,
  { id: studioId }: Studio,
  given: readonly Voucher[],
): Promise<string[]> {
  const offers = await tx
    .select({ id: membershipOffers.id })
    .from(membershipOffers)
    .where(eq(membershipOffers.studioId, studioId));
  const codes = given.map(({ code }) => code);
  for (const [index, { code, validFrom, validUntil, offerIds }] of given.entries()) {
    if (codes.indexOf(code) !== index) throw new StaffError(`Two vouchers have the code ${code}.`);
    if (validUntil < validFrom) {
      throw new StaffError(
        `Voucher ${code}: it is valid until ${validUntil}, before it begins on ${validFrom}.`,
      );
    }
    const unknown = offerIds?.find((offerId) => offers.every(({ id }) => id !== offerId));
    if (unknown !== undefined) {
      throw new StaffError(`Voucher ${code}: studio ${studioId} has no offer ${unknown}.`);
    }
  }
  for (const definition of given) {
    await tx
      .insert(vouchers)
      .values({ studioId, code: definition.code, definition })
      .onConflictDoUpdate({ target: [vouchers.studioId, vouchers.code], set: { definition } });
  }
  return codes;
}
