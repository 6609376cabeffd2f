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
    description: 'As JSON. See docs/install.md.',
  }),
});

/**
 * Adds vouchers to a studio, or replaces those with the same code. Contracts that were signed with a voucher keep its
 * terms.
 *
 * @returns the voucher codes.
 * @throws StaffError for errors that a schema cannot express: duplicate codes, dates in the wrong order, unknown
 * offers.
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
