import { randomInt, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import { findDuplicate, lockNewCustomers } from '../customers/duplicates.js';
import type { Integration } from '../integrations/find-key.js';
import { insertLead } from '../leads/leads.js';
import { vouchers } from '../memberships/vouchers/vouchers.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import { checkInVoucherRedemptions } from './check-ins.tables.js';
import { checkIn } from './visits.js';

export interface Redemption {
  readonly voucherCode: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
}

/**
 * Redeems a check-in voucher, once. If the studio's duplicate check finds the person, the existing customer is used
 * unchanged; otherwise the person becomes a customer.
 *
 * @returns the code that opens the studio for one visit.
 * @throws ApiError 400 if the code is not a check-in voucher that is valid today; 409 if it was already redeemed.
 */
export async function redeemVoucher(
  context: Context,
  studio: Studio,
  integration: Integration,
  redemption: Redemption,
  request: KeyedRequest,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const id = randomUUID();
    const madeId = await keepResult(context, tx, request, id);
    if (madeId !== id) return codeOf(tx, madeId);
    const voucherId = await lockUsableVoucher(context, tx, studio, redemption.voucherCode);
    const customerId = await visitorFor(context, tx, studio, integration, redemption);
    const studioAccessCode = accessCode();
    const redeemedAt = context.clock.now();
    await tx
      .insert(checkInVoucherRedemptions)
      .values({ id, voucherId, studioId: studio.id, customerId, studioAccessCode, redeemedAt });
    return studioAccessCode;
  });
}

/**
 * Checks in the holder of a redeemed voucher's code, once.
 *
 * @returns the check-in's id.
 * @throws ApiError 404 if the studio does not know the code; 409 if the code was already used; otherwise like
 * `checkIn`.
 */
export async function checkInByCode(
  context: Context,
  tx: Database,
  studio: Studio,
  studioAccessCode: string,
): Promise<number> {
  const [found] = await tx
    .select()
    .from(checkInVoucherRedemptions)
    .where(
      and(
        eq(checkInVoucherRedemptions.studioId, studio.id),
        eq(checkInVoucherRedemptions.studioAccessCode, studioAccessCode.trim().toUpperCase()),
      ),
    )
    .for('update');
  if (!found) throw new ApiError('errormessage.checkin.code.unknown', 'studioAccessCode');
  if (found.checkInId !== null) throw new ApiError('errormessage.checkin.code.used', 'studioAccessCode');
  const checkInId = await checkIn(context, tx, studio, found.customerId);
  await tx
    .update(checkInVoucherRedemptions)
    .set({ checkInId })
    .where(eq(checkInVoucherRedemptions.id, found.id));
  return checkInId;
}

/** Locks a voucher. A second, concurrent redemption waits here and then finds it redeemed. @returns its id. */
async function lockUsableVoucher(
  { clock }: Context,
  tx: Database,
  studio: Studio,
  code: string,
): Promise<number> {
  const isVoucher = and(eq(vouchers.studioId, studio.id), eq(vouchers.code, code.trim()));
  const [row] = await tx.select().from(vouchers).where(isVoucher).for('update');
  const today = calendarDateIn(clock.now(), studio.timeZone);
  const isUsable =
    row?.definition.type === 'CHECKIN' &&
    row.definition.validFrom <= today &&
    today <= row.definition.validUntil;
  if (!isUsable) throw new ApiError('errormessage.membership.voucher.invalid', 'voucherCode');
  const [redeemed] = await tx
    .select({ id: checkInVoucherRedemptions.id })
    .from(checkInVoucherRedemptions)
    .where(eq(checkInVoucherRedemptions.voucherId, row.id));
  if (redeemed) throw new ApiError('errormessage.checkin.voucher.redeemed', 'voucherCode');
  return row.id;
}

async function visitorFor(
  context: Context,
  tx: Database,
  studio: Studio,
  { id: integrationId }: Integration,
  { firstname: firstName, lastname: lastName, email }: Redemption,
): Promise<number> {
  await lockNewCustomers(tx, studio);
  const lead = { uuid: randomUUID(), source: 'CHECKIN_VOUCHER', integrationId } as const;
  const profile = { firstName, lastName, email };
  return (
    (await findDuplicate(tx, studio, profile)) ??
    (await insertLead(context, tx, studio, profile, lead)).customerId
  );
}

async function codeOf(tx: Database, id: string): Promise<string> {
  const [found] = await tx
    .select()
    .from(checkInVoucherRedemptions)
    .where(eq(checkInVoucherRedemptions.id, id));
  // The customer who redeemed it has been erased in the meantime.
  if (!found) throw new ApiError('errormessage.checkin.voucher.redeemed', 'voucherCode');
  return found.studioAccessCode;
}

/** Letters that can be told apart when read out or written down. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;

function accessCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
