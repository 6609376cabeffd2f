import { html, type Html } from '@upc/server-kit/html';
import { and, asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import type { EventKind } from '../../core/events.js';
import { events } from '../../core/events.tables.js';
import { totalFee } from '../../modules/memberships/idle-periods/fees.js';
import { idlePeriods } from '../../modules/memberships/idle-periods/idle-periods.tables.js';
import type { AgreedIdlePeriod } from '../../modules/memberships/idle-periods/idle-time.js';
import { actionButton } from './action-pages.js';
import { detailText } from './event-details.js';
import { badge, day, type Frame, ids, money, time, wordFor } from './frame.js';

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
export interface IdlePeriodPlace {
  readonly studioId: number;
  readonly currency: string;
  /** Returns a link that opens a document for some minutes. */
  readonly documentLink: (documentId: number) => string;
}

/** Renders a contract's idle periods with the result of each. */
export function idlePeriodList(
  frame: Frame,
  stories: readonly IdlePeriodStory[],
  place: IdlePeriodPlace,
): Html | null {
  if (stories.length === 0) return null;
  const waiting = stories.filter(({ idlePeriod }) => idlePeriod.state === 'PENDING_VERIFICATION');
  return html`<details>
    <summary>${frame.words.contracts.freezes(stories.length, waiting.length)}</summary>
    <ol class="rows">
      ${stories.map(
        ({ idlePeriod, events: happened }) =>
          html`<li>
            ${idlePeriodFacts(frame, idlePeriod, place)}
            ${
              happened.length === 0
                ? null
                : html`<ol class="rows">
                    ${happened.map(
                      ({ kind, detail, createdAt, traceId }) =>
                        html`<li>
                          <strong>${wordFor(frame, kind)}</strong>
                          <span class="quiet">${time(frame, createdAt, place.studioId)}</span> ·
                          ${detailText(frame, detail.split(': ')[1] ?? '', place.studioId)}
                          ${ids([frame.words.payments.trace, traceId])}
                        </li>`,
                    )}
                  </ol>`
            }
          </li>`,
      )}
    </ol>
  </details>`;
}

/** Renders what is asked for in an idle period. Staff decide here about one that is pending. */
export function idlePeriodFacts(
  frame: Frame,
  { id, state, asked, inForce }: typeof idlePeriods.$inferSelect,
  place: IdlePeriodPlace,
): Html {
  const { contracts: text } = frame.words;
  const isPending = state === 'PENDING_VERIFICATION';
  const kept = inForce === null ? null : span(frame, inForce);
  const fields = { idlePeriodId: id };
  const of = `${text.freeze} ${id}`;
  return html`<p><strong>${span(frame, asked)}</strong> ${badge(frame, state)}</p>
    <p>${asked.reason.name}, ${fee(frame, asked, place.currency)}</p>
    ${isPending && kept !== null ? html`<p>${text.untilDecided} ${kept}</p>` : null}
    ${state === 'WITHDRAWN' && kept !== null ? html`<p>${text.goneBy} ${kept}</p>` : null}
    ${
      asked.documentId === null
        ? null
        : html`<p><a href="${place.documentLink(asked.documentId)}">${text.reasonDocument}</a></p>`
    }
    ${ids([text.freeze, id])}
    ${
      isPending
        ? html`<div class="buttons">
            ${actionButton(frame, 'idle-period.approve', place.studioId, fields, of)}
            ${actionButton(frame, 'idle-period.reject', place.studioId, fields, of)}
          </div>`
        : null
    }`;
}

function span(frame: Frame, { startDate, endDate }: AgreedIdlePeriod): string {
  const { dates, openEnd } = frame.words.contracts;
  return endDate === null
    ? openEnd(day(frame, startDate))
    : dates(day(frame, startDate), day(frame, endDate));
}

function fee(frame: Frame, idlePeriod: AgreedIdlePeriod, currency: string): string {
  const total = totalFee(idlePeriod);
  const { fee: word, feePerTerm, noFee } = frame.words.contracts;
  if (total === 0) return noFee;
  return total === null ? feePerTerm : `${word} ${money(frame, total, currency)}`;
}
