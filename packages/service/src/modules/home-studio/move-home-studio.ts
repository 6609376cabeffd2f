import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { CalendarDate } from '../../core/calendar.js';
import type { UnitOfWork } from '../../core/context.js';
import { ApiError } from '../../core/errors/api-error.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { textPart, type TextPart } from '../../core/i18n/translate.js';
import { cancelAtAnyTime } from '../appointments/appointment-bookings.js';
import { countsAt } from '../bookings/bookings.js';
import { bookings } from '../bookings/bookings.tables.js';
import { moveMediums } from '../customers/access-mediums/access-mediums.js';
import { profileAt } from '../customers/additional-fields/additional-fields.js';
import { customerOfStudio, lockCustomerRecord } from '../customers/customers.js';
import { customers, paymentCustomers } from '../customers/customers.tables.js';
import { moveIdentity } from '../customers/identity.js';
import { liftPartnerRestrictions } from '../customers/partner-restrictions/partner-restrictions.js';
import { openCasesOf } from '../debt-collection/cases.js';
import { lockMember } from '../debt-collection/debtors.js';
import { collectsFor } from '../debt-collection/partnerships.js';
import { sales } from '../memberships/sales/sales.tables.js';
import { charges } from '../payments/charges/charges.tables.js';
import { discardInstruments } from '../payments/instruments/discard-instruments.js';
import { endSessions } from '../payments/sessions/expire-session.js';
import { lockPersonsWithSessions } from '../payments/sessions/lock-persons.js';
import { usages } from '../payments/usages/usages.tables.js';
import { type Studio, studios } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { homeStudioMoves } from './home-studio.tables.js';

/** A member's move to another studio, as requested. */
interface Move {
  readonly customerId: number;
  readonly targetStudioId: number;
  readonly switchDate: CalendarDate;
  readonly description: string | null;
}

/**
 * Moves a member to another studio of the operator, with contracts, account and cases. From then on only that studio's
 * keys can work with the member, who becomes a new person at the payment service there. Mandates and saved instruments
 * were given to the old studio, so the instruments are discarded, and the old person's sessions end. What the member has
 * booked there is cancelled. Access media move along, and so do values of fields that both studios have defined alike.
 * Restrictions by partners end.
 *
 * @throws ApiError 404 for a member of another studio; 400 if the other studio has a different currency, a payment is
 * under way, a partner with an open case does not collect for the other studio, or the other studio has an access
 * medium with the same value. StaffError if a session is created or the member is moved at the same moment.
 */
export async function moveHomeStudio(unit: UnitOfWork, studio: Studio, move: Move): Promise<void> {
  const { context, tx } = unit;
  const { customerId, targetStudioId } = move;
  const { paymentCustomerId: oldPersonId } = await customerOfStudio(tx, studio.id, customerId);
  await lockPersonsWithSessions(tx, [oldPersonId]);
  const member = await lockMember(tx, studio, customerId);
  await lockCustomerRecord(tx, customerId);
  if (member.paymentCustomerId !== oldPersonId) {
    throw new StaffError(`Customer ${customerId} was moved at the same moment; try again.`);
  }
  const [target] = await tx.select().from(studios).where(eq(studios.id, targetStudioId));
  if (!target || target.id === studio.id) throw refuseMove(textPart('problem.move.target'));
  if (target.currency !== studio.currency) throw refuseMove(textPart('problem.move.currency'));
  const pending =
    (await tx.$count(usages, and(eq(usages.customerId, customerId), eq(usages.status, 'RESERVED')))) +
    (await tx.$count(sales, and(eq(sales.customerId, customerId), eq(sales.status, 'RESERVED')))) +
    (await tx.$count(charges, and(eq(charges.customerId, customerId), eq(charges.status, 'RESERVED'))));
  if (pending > 0 || !(await endSessions(unit, oldPersonId)))
    throw refuseMove(textPart('problem.move.pending'));
  for (const { partnerId } of await openCasesOf(tx, customerId)) {
    if (!(await collectsFor(tx, partnerId, target))) throw refuseMove(textPart('problem.move.partner'));
  }
  if (!(await moveMediums(tx, customerId, target.id))) throw refuseMove(textPart('problem.move.medium'));
  // Those partners may not have access to the other studio, and could then never remove their restrictions.
  await liftPartnerRestrictions(context, tx, { studioId: studio.id, customerId });
  await cancelUpcoming(unit, studio, customerId);
  const paymentCustomerId = randomUUID();
  await tx
    .insert(paymentCustomers)
    .values({ id: paymentCustomerId, studioId: target.id, createdAt: context.clock.now() });
  await tx
    .update(customers)
    .set({
      studioId: target.id,
      paymentCustomerId,
      identityEncrypted: moveIdentity(context.keys, member, paymentCustomerId),
      profile: profileAt(studio, target, member.profile),
      paymentMethod: 'CASH',
      paymentInstrumentId: null,
    })
    .where(eq(customers.id, customerId));
  await tx
    .update(paymentCustomers)
    .set({ movedCustomerId: customerId })
    .where(eq(paymentCustomers.id, oldPersonId));
  await discardInstruments(tx, [oldPersonId]);
  const movedAt = context.clock.now();
  await tx.insert(homeStudioMoves).values({ ...move, sourceStudioId: studio.id, movedAt });
  const content = { sourceStudioId: studio.id, targetStudioId: target.id };
  for (const { id } of [studio, target]) {
    await emit(context, tx, id, { type: 'CUSTOMER_HOME_STUDIO_UPDATED', entityId: customerId, content });
  }
}

/** Cancels what a locked member has booked at a studio, and gives the places to those who wait for them. */
async function cancelUpcoming(
  { context, tx }: UnitOfWork,
  studio: Studio,
  customerId: number,
): Promise<void> {
  const now = context.clock.now();
  const isTheirs = and(eq(bookings.customerId, customerId), eq(bookings.studioId, studio.id));
  const upcoming = await tx
    .select({ id: bookings.id, kind: bookings.kind })
    .from(bookings)
    .where(and(isTheirs, gt(bookings.startsAt, now), countsAt(now)))
    // The fixed order prevents two moves from waiting for each other's class slots.
    .orderBy(asc(bookings.subjectId));
  for (const booking of upcoming) await cancelAtAnyTime(context, tx, studio, booking);
}

/** Returns the error for a move that is not possible. */
export function refuseMove(problem: TextPart): ApiError {
  return new ApiError('errormessage.customer.move.not.possible', 'targetStudioId', { problem });
}
