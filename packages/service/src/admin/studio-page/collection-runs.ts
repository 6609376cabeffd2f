import { html, type Html } from '@upc/server-kit/html';
import { asc, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { effectiveTotals, openAmount } from '../../modules/debt-collection/amounts.js';
import { invoicedCases } from '../../modules/debt-collection/closures.js';
import {
  collectionCases,
  collectionDebts,
  collectionRuns,
} from '../../modules/debt-collection/debt-collection.tables.js';
import { collectionPartners } from '../../modules/integrations/integrations.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { money } from './format.js';

const SHOWN = 10;

export interface ShownRun {
  readonly run: typeof collectionRuns.$inferSelect;
  readonly studio: string;
  readonly currency: string;
  readonly partner: string;
  readonly cases: readonly ShownCase[];
}

type ShownCase = typeof collectionCases.$inferSelect & {
  /** Open amount in minor units. */
  readonly open: number;
  readonly debts: number;
  /** Whether the partner invoices the case. Of several cases gathered under one id, only the first is invoiced. */
  readonly isInvoiced: boolean;
};

/** Loads the newest collection runs with the state of their cases. */
export async function newestRuns(db: Database): Promise<ShownRun[]> {
  const runs = await db
    .select({
      run: collectionRuns,
      studio: studios.name,
      currency: studios.currency,
      partner: collectionPartners.name,
    })
    .from(collectionRuns)
    .innerJoin(studios, eq(studios.id, collectionRuns.studioId))
    .innerJoin(collectionPartners, eq(collectionPartners.id, collectionRuns.partnerId))
    .orderBy(desc(collectionRuns.id))
    .limit(SHOWN);
  if (runs.length === 0) return [];
  const ofRuns = inArray(
    collectionCases.runId,
    runs.map(({ run }) => run.id),
  );
  const debtors = db.select({ id: collectionCases.customerId }).from(collectionCases).where(ofRuns);
  // All cases of these debtors are needed: earlier runs also decide which of them are invoiced.
  const cases = await db
    .select()
    .from(collectionCases)
    .where(inArray(collectionCases.customerId, debtors))
    .orderBy(asc(collectionCases.position));
  const debts = await db
    .select()
    .from(collectionDebts)
    .where(
      inArray(
        collectionDebts.caseId,
        cases.map(({ id }) => id),
      ),
    );
  const debtorsOf = new Set(cases.map(({ partnerId, customerId }) => `${partnerId} ${customerId}`));
  const ofDebtor = (name: string) =>
    cases.filter(({ partnerId, customerId }) => `${partnerId} ${customerId}` === name);
  const invoiced = new Set(
    [...debtorsOf].flatMap((name) => invoicedCases(ofDebtor(name)).map(({ id }) => id)),
  );
  return runs.map((shown) => ({
    ...shown,
    cases: cases
      .filter(({ runId }) => runId === shown.run.id)
      .map((one) => {
        const own = debts.filter(({ caseId }) => caseId === one.id);
        const open = own.map((debt) => openAmount(effectiveTotals(debt, one.isDerecognized)));
        return {
          ...one,
          debts: own.length,
          open: open.reduce((sum, each) => sum + each, 0),
          isInvoiced: invoiced.has(one.id),
        };
      }),
  }));
}

/** Renders the runs that were handed to collection partners. */
export function runList(runs: readonly ShownRun[]): Html | null {
  if (runs.length === 0) return null;
  return html`<h2>Debt collection</h2>
    ${runs.map(
      ({ run, studio, currency, partner, cases }) =>
        html`<article>
          <h3>Run ${run.id} <span class="badge" data-status="${run.status}">${run.status}</span></h3>
          <p class="about">
            ${studio} to ${partner}, ${run.collectionDate}, ${cases.length}
            ${cases.length === 1 ? 'debtor' : 'debtors'},
            ${cases.filter(({ isInvoiced }) => isInvoiced).length} invoiced
          </p>
          <ol class="events">
            ${cases.map((one) => caseItem(one, currency))}
          </ol>
        </article>`,
    )}`;
}

function caseItem(
  { id, customerId, agencyCaseId, closure, debts, open, isInvoiced }: ShownCase,
  currency: string,
): Html {
  const status = closure?.type ?? 'OPEN';
  return html`<li>
    Customer ${customerId} <span class="badge" data-status="${status}">${status}</span>
    ${closure?.rejectionReason ?? ''} ${debts} ${debts === 1 ? 'debt' : 'debts'}, ${money(open, currency)}
    left, ${isInvoiced ? 'invoiced' : 'not invoiced'}
    ${agencyCaseId === null ? null : html`<span class="trace">partner’s case <code>${agencyCaseId}</code></span>`}
    <span class="trace">case <code>${id}</code></span>
  </li>`;
}
