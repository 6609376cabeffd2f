import { randomUUID } from 'node:crypto';
import type { Context, Studio } from '../context.js';
import { calendarDateIn } from '../domain/calendar.js';
import { ApiError } from '../errors/api-error.js';
import { textPart } from '../i18n/translate.js';
import type { Database } from '../store/database.js';
import { collectionCases, collectionDebts, collectionRuns } from '../store/debt-collection-tables.js';
import { emit } from '../webhooks/outbox.js';
import { claimsToHandOver, customersOverdue } from './claims-to-hand-over.js';
import { collectionSettings } from './collection-settings.js';
import { lockMembers } from './debtors.js';
import { writeGrants } from './grants.js';
import { requireActivePartner } from './partnerships.js';
import { restrictAccess } from './restrictions.js';

export interface VerifiedRun {
  readonly runId: number;
  readonly partnerId: number;
  readonly debtors: number;
  readonly debts: number;
  /** Minor units. */
  readonly total: number;
}

/**
 * Hands the overdue claims of a studio to its partner: makes a run with a case for each debtor, opens their data to the
 * partner and informs it (specification, states of a debt collection case).
 *
 * @param customerIds only these; all when absent.
 * @throws ApiError 400 when nobody collects for the studio or nothing is to be handed over.
 */
export async function verifyRun(
  context: Context,
  tx: Database,
  studio: Studio,
  customerIds?: readonly number[],
): Promise<VerifiedRun> {
  const now = context.clock.now();
  const partner = await requireActivePartner(tx, studio);
  const settings = await collectionSettings(tx, studio.id);
  const overdue = { today: calendarDateIn(now, studio.timeZone), settings };
  const asked = (id: number) => customerIds === undefined || customerIds.includes(id);
  const found = [];
  const candidates = (await customersOverdue(tx, studio, overdue)).filter(asked);
  for (const customerId of await lockMembers(tx, studio, candidates)) {
    const claims = await claimsToHandOver(tx, customerId, overdue);
    if (claims.length > 0) found.push({ customerId, claims });
  }
  if (found.length === 0) {
    throw new ApiError('errormessage.debt.collection.not.possible', undefined, {
      problem: textPart('problem.debtCollection.nothingOverdue'),
    });
  }
  const [run] = await tx
    .insert(collectionRuns)
    .values({
      studioId: studio.id,
      partnerId: partner.id,
      status: 'WAITING_FOR_CONFIRMATION',
      origin: 'DEBT_COLLECTION_RUN',
      collectionType: settings.collectionType,
      collectionDate: overdue.today,
      createdAt: now,
    })
    .returning({ id: collectionRuns.id });
  if (!run) throw new Error('The run was not inserted.');
  for (const { customerId, claims } of found) {
    const caseId = randomUUID();
    await tx.insert(collectionCases).values({ id: caseId, runId: run.id, partnerId: partner.id, customerId });
    await tx
      .insert(collectionDebts)
      .values(
        claims.map(({ id, open }) => ({ id: randomUUID(), caseId, claimId: id, originalAmount: open })),
      );
    await restrictAccess(context, tx, { studioId: studio.id, customerId });
  }
  await writeGrants(
    tx,
    partner.id,
    found.map(({ customerId }) => customerId),
  );
  await emit(context, tx, studio.id, { type: 'FINANCE_DEBT_COLLECTION_RUN_CREATED', entityId: run.id });
  const debts = found.flatMap(({ claims }) => claims);
  return {
    runId: run.id,
    partnerId: partner.id,
    debtors: found.length,
    debts: debts.length,
    total: debts.reduce((sum, { open }) => sum + open, 0),
  };
}
