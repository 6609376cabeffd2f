import { html, type Html } from '@upc/server-kit/html';
import { and, asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import type { EventKind } from '../../core/events.js';
import { events } from '../../core/events.tables.js';
import { totalFee } from '../../modules/memberships/idle-periods/fees.js';
import { idlePeriods } from '../../modules/memberships/idle-periods/idle-periods.tables.js';
import type { AgreedIdlePeriod } from '../../modules/memberships/idle-periods/idle-time.js';
import { actionButton } from './action-pages.js';
import { badge, day, money } from './format.js';

/** An idle period of a contract with its events, oldest first. Events whose retention period has ended are missing. */
export interface IdlePeriodStory {
  readonly idlePeriod: typeof idlePeriods.$inferSelect;
  readonly events: readonly (typeof events.$inferSelect)[];
}

const KINDS = ['IDLE_PERIOD_CREATED', 'IDLE_PERIOD_UPDATED', 'IDLE_PERIOD_CANCELLED'] satisfies EventKind[];

/** Loads all idle periods of contracts by start date, including withdrawn and rejected ones. */
export async function idlePeriodStories(
  db: Database,
  contractIds: readonly number[],
): Promise<IdlePeriodStory[]> {
  const rows = await db
    .select()
    .from(idlePeriods)
    .where(inArray(idlePeriods.contractId, [...contractIds]))
    .orderBy(sql`${idlePeriods.asked} ->> 'startDate'`, asc(idlePeriods.id));
  if (rows.length === 0) return [];
  const subject = sql<string>`split_part(${events.detail}, ':', 1)`;
  const happened = await db
    .select({ subject, event: events })
    .from(events)
    .where(and(inArray(events.kind, [...KINDS]), inArray(subject, rows.map(subjectOf))))
    .orderBy(asc(events.id));
  return rows.map((idlePeriod) => {
    const own = happened.filter((row) => row.subject === subjectOf(idlePeriod));
    return { idlePeriod, events: own.map(({ event }) => event) };
  });
}

/** Returns the text with which events about an idle period begin (memberships/idle-periods, `notifyOfIdlePeriod`). */
function subjectOf({ contractId, id }: typeof idlePeriods.$inferSelect): string {
  return `contract ${contractId}, idle period ${id}`;
}

/** Context in which an idle period is shown. */
export interface IdlePeriodFrame {
  readonly studioId: number;
  readonly currency: string;
  /** Returns a link that opens a document for some minutes. */
  readonly documentLink: (documentId: number) => string;
}

/** Renders a contract's idle periods with the result of each. Staff decide here about those that are pending. */
export function idlePeriodList(stories: readonly IdlePeriodStory[], frame: IdlePeriodFrame): Html | null {
  if (stories.length === 0) return null;
  const waiting = stories.filter(({ idlePeriod }) => idlePeriod.state === 'PENDING_VERIFICATION');
  return html`<details>
    <summary>Idle periods (${stories.length}, ${waiting.length} to be decided)</summary>
    <ol class="attempts">
      ${stories.map((story) => idlePeriodItem(story, frame))}
    </ol>
  </details>`;
}

function idlePeriodItem({ idlePeriod, events }: IdlePeriodStory, frame: IdlePeriodFrame): Html {
  const { id, state, asked, inForce } = idlePeriod;
  const isChanging = state === 'PENDING_VERIFICATION' && inForce !== null;
  const stayed = state === 'WITHDRAWN' && inForce !== null;
  return html`<li>
    <p>
      ${span(asked)} ${badge(state)} ${asked.reason.name}, ${fee(asked, frame.currency)}
      <span class="trace">idle period ${id}</span>
    </p>
    ${isChanging ? html`<p>Until that is decided: ${span(inForce)}</p>` : null}
    ${stayed ? html`<p>What had gone by: ${span(inForce)}</p>` : null}
    ${
      asked.documentId === null
        ? null
        : html`<p><a href="${frame.documentLink(asked.documentId)}">The document for the reason</a></p>`
    }
    ${state === 'PENDING_VERIFICATION' ? decisions(id, frame) : null}
    <ol class="events">
      ${events.map(
        ({ kind, detail, createdAt, traceId }) =>
          html`<li>
            ${day(createdAt)} <strong>${kind}</strong> ${detail.split(': ')[1] ?? ''}
            <span class="trace">trace <code>${traceId}</code></span>
          </li>`,
      )}
    </ol>
  </li>`;
}

function decisions(idlePeriodId: number, { studioId: studio }: IdlePeriodFrame): Html {
  return html`<p>
    ${actionButton('idle-period.approve', 'Approve', { studio, idlePeriodId })}
    ${actionButton('idle-period.reject', 'Reject', { studio, idlePeriodId })}
  </p>`;
}

function span({ startDate, endDate }: AgreedIdlePeriod): string {
  return endDate === null ? `${startDate}, without an end` : `${startDate} to ${endDate}`;
}

function fee(idlePeriod: AgreedIdlePeriod, currency: string): string {
  const total = totalFee(idlePeriod);
  return total === null ? 'a fee for each term' : `fee ${money(total, currency)}`;
}
