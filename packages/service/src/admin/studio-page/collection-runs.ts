import { html, type Html } from '@upc/server-kit/html';
import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm';
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
import { actionButton } from './action-pages.js';
import { badge, day, type Frame, ids, money, studioName, wordFor } from './frame.js';
import { customerLink, NO_ROWS, type Part, partOf, type Range } from './lists.js';

export interface ShownRun {
  readonly run: typeof collectionRuns.$inferSelect;
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
export async function newestRuns(
  db: Database,
  { studioId, size, before }: Range & { readonly studioId: number | null },
): Promise<Part<ShownRun>> {
  const loaded = await db
    .select({
      run: collectionRuns,
      currency: studios.currency,
      partner: collectionPartners.name,
    })
    .from(collectionRuns)
    .innerJoin(studios, eq(studios.id, collectionRuns.studioId))
    .innerJoin(collectionPartners, eq(collectionPartners.id, collectionRuns.partnerId))
    .where(
      and(
        studioId === null ? undefined : eq(collectionRuns.studioId, studioId),
        before === null ? undefined : lt(collectionRuns.id, before),
      ),
    )
    .orderBy(desc(collectionRuns.id))
    .limit(size + 1);
  const { rows: runs, hasMore } = partOf(loaded, { size });
  if (runs.length === 0) return NO_ROWS;
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
  const rows = runs.map((shown) => ({
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
  return { rows, hasMore };
}

/** Renders a run that was handed to a collection partner. */
export function runItem(frame: Frame, { run, currency, partner, cases }: ShownRun): Html {
  const { contracts: text } = frame.words;
  const invoiced = cases.filter(({ isInvoiced }) => isInvoiced).length;
  return html`<h3>${text.run} ${run.id} ${badge(frame, run.status)}</h3>
    <p class="about">
      ${text.handedTo(studioName(frame, run.studioId), partner)} · ${day(frame, run.collectionDate)} ·
      ${text.debtors(cases.length)}, ${text.invoicedCount(invoiced)}
    </p>
    <ol class="rows">
      ${cases.map((one) => html`<li>${caseItem(frame, one, run.studioId, currency)}</li>`)}
    </ol>`;
}

function caseItem(frame: Frame, one: ShownCase, studioId: number, currency: string): Html {
  const { id, customerId, agencyCaseId, closure, debts, open, isInvoiced } = one;
  const { contracts: text } = frame.words;
  return html`<p>
      ${customerLink(frame, customerId)} ${badge(frame, closure?.type ?? 'OPEN')}
      ${closure?.rejectionReason === undefined ? null : wordFor(frame, closure.rejectionReason)}
      ${text.debts(debts)}, ${text.left(money(frame, open, currency))},
      ${isInvoiced ? text.invoiced : text.notInvoiced}
    </p>
    ${ids([text.caseId, id], agencyCaseId === null ? null : [text.partnerCase, agencyCaseId])}
    ${
      closure === null
        ? html`<div class="buttons">
            ${actionButton(frame, 'debt-collection.withdraw-case', studioId, { collectionCaseId: id }, id)}
          </div>`
        : null
    }`;
}
