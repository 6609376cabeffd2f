import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { calendarDateIn } from '../../core/calendar.js';
import { requireUnchanged } from '../../core/concurrency.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { keepResult, type KeyedRequest, type RequestHash } from '../../core/idempotency/idempotency.js';
import { lockCustomer } from '../customers/customers.js';
import type { Studio } from '../studios/studios.tables.js';
import { effectiveTotals } from './amounts.js';
import { bookTotals } from './book-totals.js';
import { casesOf, type CollectionCase, applyClosures } from './cases.js';
import {
  collectionCases,
  collectionDebtors,
  collectionDebts,
  collectionUpdates,
} from './debt-collection.tables.js';
import { findDebtor } from './debtors.js';
import { booksAtOnce, type CollectionPartner, collectionSettings } from './partnerships.js';
import {
  invalidUpdate,
  type PlannedCase,
  planUpdate,
  type ReportedDebtor,
  type UpdateTerms,
} from './plan-update.js';

export interface CaseUpdate {
  readonly requestId: string;
  readonly debtors: readonly ReportedDebtor[];
}

/** The partner that reports, and the studio. */
interface Reporter {
  readonly studio: Studio;
  readonly partner: CollectionPartner;
}

/**
 * Processes a partner's report on its debtors: the complete state of each case that it names (specification, debt
 * collection case update). The report is applied completely or not at all. A repeat of the same request changes
 * nothing.
 *
 * @throws ApiError 400 for an impossible state (`planUpdate`); 403 if a debtor now belongs to another studio; 404 if
 * the partner has no such debtor; 409 if the requestId or the Idempotency-Key belongs to another request, or if another
 * request has changed a case since this one began, because older totals would overwrite newer ones.
 */
export async function takeUpdate(
  context: Context,
  reporter: Reporter,
  update: CaseUpdate,
  request: KeyedRequest,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    // The requestId shows whether the request is new. The Idempotency-Key is stored so that no other request can use
    // it.
    await keepResult(context, tx, request, randomUUID());
    if (!(await isNew(context, tx, reporter, { requestId: update.requestId, hash: request.hash }))) return;
    const customerIds: number[] = [];
    for (const [index, { debtorId }] of update.debtors.entries()) {
      const reference = `debtors.${index}.debtorId`;
      const { id } = await findDebtor(tx, reporter, debtorId, reference);
      if (customerIds.includes(id)) throw invalidUpdate(reference, textPart('problem.given.twice', { id }));
      customerIds.push(id);
    }
    const seen = withoutClaims(await casesOf(tx, reporter.partner.id, customerIds));
    // The fixed order prevents two updates from waiting for each other.
    for (const id of [...customerIds].sort((a, b) => a - b)) await lockCustomer(tx, id);
    const found = withoutClaims(await casesOf(tx, reporter.partner.id, customerIds));
    requireUnchanged(seen, found, 'debtors');
    for (const [index, debtor] of update.debtors.entries()) {
      // The debtor is looked up again under the lock, because the customer may have moved to another studio.
      const { id } = await findDebtor(tx, reporter, debtor.debtorId, `debtors.${index}.debtorId`);
      await updateDebtor(context, tx, reporter, {
        customerId: id,
        reported: debtor,
        path: `debtors.${index}`,
      });
    }
    await context.step('collection.updated');
  });
  await context.step('collection.committed');
}

/**
 * Returns the cases without their claims. Partner and studio report the rest; members' payments change only the claims.
 */
function withoutClaims(cases: readonly CollectionCase[]): unknown {
  return cases.map(({ debts, ...one }) => [one, debts.map(({ claim: _, ...debt }) => debt)]);
}

/**
 * Returns whether the update is sent for the first time. Concurrent copies of the same update wait here for the first
 * one.
 */
async function isNew(
  context: Context,
  tx: Database,
  { studio, partner }: Reporter,
  { requestId, hash }: { readonly requestId: string; readonly hash: RequestHash },
): Promise<boolean> {
  const key = { studioId: studio.id, partnerId: partner.id, requestId };
  const kept = await tx
    .insert(collectionUpdates)
    .values({ ...key, requestHash: hash.value, createdAt: context.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (kept.length > 0) return true;
  const [earlier] = await tx
    .select()
    .from(collectionUpdates)
    .where(
      and(
        eq(collectionUpdates.studioId, key.studioId),
        eq(collectionUpdates.partnerId, key.partnerId),
        eq(collectionUpdates.requestId, requestId),
      ),
    );
  if (!earlier || !hash.matches(earlier.requestHash)) {
    throw new ApiError('errormessage.debt.collection.request.id.reused', 'requestId');
  }
  return false;
}

async function updateDebtor(
  context: Context,
  tx: Database,
  { studio, partner }: Reporter,
  { customerId, reported, path }: { customerId: number; reported: ReportedDebtor; path: string },
): Promise<void> {
  const settings = await collectionSettings(tx, studio.id);
  const isBooked = booksAtOnce(partner, settings);
  const terms: UpdateTerms = { currency: studio.currency, booksAtOnce: isBooked, settings };
  const known = await casesOf(tx, partner.id, [customerId]);
  const planned = planUpdate(known, reported, terms, path);
  // A partner that no longer has a grant for the debtor cannot block it either.
  await tx
    .update(collectionDebtors)
    .set({ block: reported.block ?? null })
    .where(
      and(
        eq(collectionDebtors.partnerId, partner.id),
        eq(collectionDebtors.customerId, customerId),
        eq(collectionDebtors.isGranted, true),
      ),
    );
  for (const one of planned) await storeCase(tx, one);
  if (isBooked) {
    const now = context.clock.now();
    const today = calendarDateIn(now, studio.timeZone);
    const account = { customerId, currency: studio.currency, today, bookedAt: now };
    await bookTotals(context, tx, account, toBook(known, planned));
  }
  const closures = planned.flatMap(({ id, closure }) =>
    closure !== null && known.find((one) => one.id === id)?.closure === null ? [closure] : [],
  );
  await applyClosures(context, tx, { studioId: studio.id, partnerId: partner.id, customerId }, closures);
}

async function storeCase(tx: Database, { id: caseId, debts, ...changes }: PlannedCase): Promise<void> {
  await tx.update(collectionCases).set(changes).where(eq(collectionCases.id, caseId));
  for (const { id, originalAmount: _, ...amounts } of debts) {
    await tx.update(collectionDebts).set(amounts).where(eq(collectionDebts.id, id));
  }
}

function toBook(known: readonly CollectionCase[], planned: readonly PlannedCase[]) {
  const claimOf = new Map(known.flatMap(({ debts }) => debts.map(({ id, claimId }) => [id, claimId])));
  return planned.flatMap(({ debts, isDerecognized }) =>
    debts.map((debt) => ({
      id: debt.id,
      claimId: claimOf.get(debt.id) ?? 0,
      totals: effectiveTotals(debt, isDerecognized),
    })),
  );
}
