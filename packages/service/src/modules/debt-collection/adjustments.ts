import { and, eq, isNull } from 'drizzle-orm';
import { calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { customers } from '../customers/customers.tables.js';
import { collectionPartners } from '../integrations/integrations.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import { effectiveTotals } from './amounts.js';
import { bookTotals } from './book-totals.js';
import { type CollectionCase, findCases, applyClosures, openCasesOf } from './cases.js';
import { writesOffRemainder } from './closures.js';
import { notifyOfChange } from './collected-claims.js';
import type { Block, Closure, ClosureType } from './debt-collection.stored.js';
import { collectionCases, collectionDebtors } from './debt-collection.tables.js';
import { lockMember, lockMembers } from './debtors.js';
import { booksAtOnce, collectionSettings, requireActivePartner } from './partnerships.js';

type Case = typeof collectionCases.$inferSelect;

/**
 * Withdraws a case from the partner, so that the claims can be corrected and handed over again. The case is closed as
 * REJECTION with WITHDRAWN_BY_STUDIO, together with the other cases that the partner has grouped with it.
 *
 * @returns the ids of the closed cases.
 * @throws ApiError 400 if the studio has no such open case.
 */
export async function withdrawCase(
  context: Context,
  tx: Database,
  studio: Studio,
  collectionCaseId: string,
): Promise<string[]> {
  const [found] = await tx
    .select({ one: collectionCases })
    .from(collectionCases)
    .innerJoin(customers, eq(customers.id, collectionCases.customerId))
    .where(and(eq(collectionCases.id, collectionCaseId), eq(customers.studioId, studio.id)));
  const [debtor] = await lockMembers(tx, studio, found ? [found.one.customerId] : []);
  const open = debtor === undefined ? [] : await openCasesOf(tx, debtor);
  const asked = open.find(({ id }) => id === collectionCaseId);
  if (!asked) {
    throw new ApiError('errormessage.debt.collection.not.possible', 'collectionCaseId', {
      problem: textPart('problem.debtCollection.caseNotOpen', { id: collectionCaseId }),
    });
  }
  const gathered = open.filter(
    ({ id, agencyCaseId, partnerId }) =>
      id === asked.id ||
      (agencyCaseId !== null && agencyCaseId === asked.agencyCaseId && partnerId === asked.partnerId),
  );
  const cases = gathered.map(({ id }) => id);
  await closeCases(context, tx, studio, { cases: gathered, type: 'REJECTION' });
  await notifyOfChange(context, tx, studio, gathered);
  return cases;
}

/**
 * Stops or resumes the collection of a debtor. The partner is notified of each open case, and no run takes the debtor's
 * claims while the block is in force.
 *
 * @throws ApiError 400 if no partner collects for the studio or a limited block has no end; 404 for a customer of
 * another studio.
 */
export async function blockDebtor(
  context: Context,
  tx: Database,
  studio: Studio,
  { customerId, block }: { readonly customerId: number; readonly block: Block },
): Promise<void> {
  if (block.limitType === 'LIMITED' && block.endDate === undefined) {
    throw new ApiError('errormessage.debt.collection.not.possible', 'endDate', {
      problem: textPart('problem.debtCollection.endDate'),
    });
  }
  const partner = await requireActivePartner(tx, studio);
  await lockMember(tx, studio, customerId);
  const stored = block.limitType === 'DISABLED' ? null : block;
  await tx
    .insert(collectionDebtors)
    .values({ partnerId: partner.id, customerId, isGranted: false, block: stored })
    .onConflictDoUpdate({
      target: [collectionDebtors.partnerId, collectionDebtors.customerId],
      set: { block: stored },
    });
  await notifyOfChange(context, tx, studio, await openCasesOf(tx, customerId));
}

/** Closes cases of a studio's customers. The customers must be locked. */
export async function closeCases(
  context: Context,
  tx: Database,
  studio: Studio,
  {
    cases,
    type,
  }: { readonly cases: readonly Case[]; readonly type: Extract<ClosureType, 'REJECTION' | 'REVERSAL'> },
): Promise<void> {
  const now = context.clock.now();
  const today = calendarDateIn(now, studio.timeZone);
  const settings = await collectionSettings(tx, studio.id);
  const partners = await tx.select().from(collectionPartners);
  const closure: Closure = {
    type,
    date: today,
    ...(type === 'REJECTION' && { rejectionReason: 'WITHDRAWN_BY_STUDIO' as const }),
  };
  const isDerecognized = writesOffRemainder(closure, settings);
  for (const { id, partnerId, customerId } of cases) {
    await tx
      .update(collectionCases)
      .set({ closure, isDerecognized })
      .where(and(eq(collectionCases.id, id), isNull(collectionCases.closure)));
    const partner = partners.find((one) => one.id === partnerId);
    if (isDerecognized && partner && booksAtOnce(partner, settings)) {
      const closed = await findCases(tx, eq(collectionCases.id, id));
      const account = { customerId, currency: studio.currency, today, bookedAt: now };
      await bookTotals(context, tx, account, closed.flatMap(derecognized));
    }
    await applyClosures(context, tx, { studioId: studio.id, partnerId, customerId }, [closure]);
  }
}

function derecognized({ debts }: CollectionCase) {
  return debts.map((debt) => ({ id: debt.id, claimId: debt.claimId, totals: effectiveTotals(debt, true) }));
}
