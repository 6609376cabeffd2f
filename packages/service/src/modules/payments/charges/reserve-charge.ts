import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNotNull, type SQL } from 'drizzle-orm';
import { type CalendarDate, calendarDateIn } from '../../../core/calendar.js';
import type { UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { type CustomerOfStudio, lockCustomer } from '../../customers/customers.js';
import { customers } from '../../customers/customers.tables.js';
import { hasCome } from '../../studios/due-dates.js';
import type { Studio } from '../../studios/studios.tables.js';
import { debtClaims } from '../account/account.tables.js';
import { claimsOfRefunds, freeClaims, type OpenClaim } from '../account/claims.js';
import { settleDueClaims } from '../account/credit.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { charges } from './charges.tables.js';
import { type FailedCharge, isCollectable } from './payment-retries.js';

const AT_A_TIME = 100;

/**
 * Finds the next customers with an instrument and a due, open claim, ordered by id. The amount that may be charged is
 * decided later, under their lock.
 *
 * @param isDue condition for claims that are due in the time zone of their customer's studio
 * @param after the last customer of the previous batch, initially 0
 */
export async function customersOwing(
  db: Database,
  isDue: SQL,
  after: number,
): Promise<{ readonly customerId: number; readonly studioId: number }[]> {
  return db
    .selectDistinct({ customerId: customers.id, studioId: customers.studioId })
    .from(customers)
    .innerJoin(debtClaims, eq(debtClaims.customerId, customers.id))
    .where(
      and(
        gt(customers.id, after),
        isNotNull(customers.paymentInstrumentId),
        isDue,
        eq(debtClaims.isSettled, false),
      ),
    )
    .orderBy(asc(customers.id))
    .limit(AT_A_TIME);
}

/** Length of the statement text in the scheme with the least space (SEPA: 140 characters). */
const STATEMENT_LENGTH = 140;

/**
 * Reserves a charge for the claims that a customer owes and that may be charged. Credit first settles what it can. This
 * runs under the person's lock, so that only one of several processes makes the charge and no token pays the same
 * claims in the meantime.
 *
 * @returns its id, or null when there is nothing to charge or a charge is already in progress.
 */
export async function reserveCharge(
  { context, tx, traceId }: UnitOfWork,
  { studio, customerId }: CustomerOfStudio,
): Promise<string | null> {
  const now = context.clock.now();
  const today = calendarDateIn(now, studio.timeZone);
  await lockCustomer(tx, customerId);
  const instrumentId = await instrumentOf(tx, customerId);
  if (instrumentId === null) return null;
  const underWay = and(eq(charges.customerId, customerId), eq(charges.status, 'RESERVED'));
  if ((await tx.$count(charges, underWay)) > 0) return null;
  await settleDueClaims(context, tx, customerId, today);
  const claims = await collectableClaims({ context, tx }, studio, { customerId, instrumentId }, today);
  const amount = claims.reduce((sum, { open }) => sum + open, 0);
  if (amount === 0) return null;
  const id = randomUUID();
  await tx.insert(charges).values({
    id,
    customerId,
    instrumentId,
    claims: claims.map(({ id: claimId, open }) => ({ claimId, amount: open })),
    amount,
    currency: studio.currency,
    statementText: await statementText(tx, studio, claims),
    status: 'RESERVED',
    createdAt: now,
    traceId,
  });
  return id;
}

/**
 * Reserves the charges of all customers of a studio in the given transaction. The queue of charges carries them out.
 */
export async function reserveCharges(unit: UnitOfWork, studio: Studio): Promise<string[]> {
  const { context, tx } = unit;
  const reserved: string[] = [];
  const rethrow = (fault: unknown) => {
    throw fault;
  };
  const due = { studios: [studio], now: context.clock.now() };
  const isDue = hasCome(debtClaims.dueDate, customers.studioId, due, rethrow);
  for (let after = 0; ;) {
    const owing = await customersOwing(tx, isDue, after);
    for (const { customerId } of owing) {
      const charge = await reserveCharge(unit, { studio, customerId });
      if (charge !== null) reserved.push(charge);
      after = customerId;
    }
    if (owing.length === 0) return reserved;
  }
}

/** Returns the customer's instrument for payment runs, if it can be charged. */
async function instrumentOf(tx: Database, customerId: number): Promise<string | null> {
  const [found] = await tx
    .select({ id: paymentInstruments.id })
    .from(customers)
    .innerJoin(paymentInstruments, eq(paymentInstruments.id, customers.paymentInstrumentId))
    .where(and(eq(customers.id, customerId), eq(paymentInstruments.status, 'ACTIVE')));
  return found?.id ?? null;
}

async function collectableClaims(
  { context, tx }: Omit<UnitOfWork, 'traceId'>,
  { timeZone }: Studio,
  { customerId, instrumentId }: { readonly customerId: number; readonly instrumentId: string },
  today: CalendarDate,
): Promise<OpenClaim[]> {
  const failed = await tx
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.customerId, customerId),
        eq(charges.instrumentId, instrumentId),
        inArray(charges.status, ['DECLINED', 'RETURNED']),
      ),
    )
    .orderBy(asc(charges.finishedAt));
  const failuresOf = (claimId: number): FailedCharge[] =>
    failed
      .filter(({ claims }) => claims.some((part) => part.claimId === claimId))
      .map(({ failureCode, finishedAt, createdAt }) => ({
        code: failureCode ?? 'DECLINED',
        failedOn: calendarDateIn(finishedAt ?? createdAt, timeZone),
      }));
  const free = await freeClaims(context, tx, customerId, { today });
  // The claim of a refund opens when the bank returns the refunded debit. A charge could be returned again, so staff
  // decide what to do (docs/incidents.md).
  const refunded = await claimsOfRefunds(tx, customerId);
  const [instrument] = await tx
    .select({ method: paymentInstruments.paymentMethod })
    .from(paymentInstruments)
    .where(eq(paymentInstruments.id, instrumentId));
  if (!instrument) throw new Error(`There is no instrument ${instrumentId}.`);
  const { method } = instrument;
  return free.filter(
    (claim) => !refunded.has(claim.id) && isCollectable(claim, failuresOf(claim.id), today, method),
  );
}

/** Builds the text on the member's bank statement from the studio's name and the claims' descriptions. */
export async function statementText(
  tx: Database,
  { name }: Studio,
  claims: readonly OpenClaim[],
): Promise<string> {
  const ids = claims.map(({ id }) => id);
  const rows = await tx
    .select({ description: debtClaims.description })
    .from(debtClaims)
    .where(inArray(debtClaims.id, ids))
    .orderBy(asc(debtClaims.dueDate), asc(debtClaims.id));
  const descriptions = [...new Set(rows.map(({ description }) => description))];
  return Array.from(`${name}: ${descriptions.join(', ')}`)
    .slice(0, STATEMENT_LENGTH)
    .join('');
}
