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

/** The partner who reports, and the studio. */
interface Reporter {
  readonly studio: Studio;
  readonly partner: CollectionPartner;
}

/**
 * Takes a partner's report on its debtors: the whole state of each case that it names (specification, debt collection
 * case update). All of it holds, or nothing. The same request again changes nothing.
 *
 * @throws ApiError 400 for what cannot be (`planUpdate`), 403 for a debtor of another studio by now, 404 for one that the
 *   partner does not have, 409 for a requestId or an Idempotency-Key of another request, or when another request has
 *   changed a case since this one began: totals that are older than the last ones would take their place.
 */
export async function takeUpdate(
  context: Context,
  reporter: Reporter,
  update: CaseUpdate,
  request: KeyedRequest,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    // The requestId shows whether it is new; the key is kept so that no other request can have it.
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
    // In one order, so that two updates never wait for each other.
    for (const id of [...customerIds].sort((a, b) => a - b)) await lockCustomer(tx, id);
    const found = withoutClaims(await casesOf(tx, reporter.partner.id, customerIds));
    requireUnchanged(seen, found, 'debtors');
    for (const [index, debtor] of update.debtors.entries()) {
      // Again, under the lock: the customer may have moved to another studio.
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

/** Cases as partner and studio report them; payments by members meanwhile change their claims alone. */
function withoutClaims(cases: readonly CollectionCase[]): unknown {
  return cases.map(({ debts, ...one }) => [one, debts.map(({ claim: _, ...debt }) => debt)]);
}

/** Whether the update is sent for the first time; of the same sent at once, the others wait here for the first. */
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
  // Who collects nothing of a debtor any more blocks nothing either.
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
