import { html, type Html } from '@upc/server-kit/html';
import { runList, type ShownRun } from './collection-runs.js';
import { contractList } from './contract-list.js';
import type { ContractStory } from './contract-stories.js';
import { filterForm } from './filter-form.js';
import { time } from './format.js';
import { inboxLists } from './inbox-lists.js';
import type { Inbox } from './inbox.js';
import type { AuditRecord, SessionPage, StudioAlert, StudioEvent } from './queries.js';
import { addressOf, isWhole, type SessionFilter } from './session-filter.js';
import { eventItem, sessionItem } from './session-list.js';
import { type SessionTotals, totalsLine } from './session-totals.js';
import { auditList, staffForms } from './staff-forms.js';

export interface StudioPage {
  readonly filter: SessionFilter;
  /** Faults of the address, one sentence each. If there are any, the page lists nothing. */
  readonly problems: readonly string[];
  readonly sessions: SessionPage;
  readonly totals: SessionTotals;
  readonly alerts: readonly StudioAlert[];
  readonly refusals: readonly StudioEvent[];
  readonly studioEvents: readonly StudioEvent[];
  /** Inbox; null if it is not shown. */
  readonly inbox: Inbox | null;
  readonly studios: readonly { readonly id: number; readonly name: string }[];
  readonly contracts: readonly ContractStory[];
  readonly auditRecords: readonly AuditRecord[];
  readonly collectionRuns: readonly ShownRun[];
  /** Returns a link that opens the document of a mandate. */
  readonly mandateLink: (mandateId: string) => string;
  /** Returns a link that opens a file submitted for an idle period. */
  readonly documentLink: (documentId: number) => string;
  readonly contractLink: (contractId: number) => string;
  /** Address of the demo's pages; null if there are none. */
  readonly demoUrl: string | null;
}

export function studioPage(page: StudioPage): string {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Payments at the studio</title>
        <link rel="stylesheet" href="/studio/studio.css" />
        <script src="/studio/studio.js" defer></script>
      </head>
      <body>
        <header>
          ${page.demoUrl === null ? null : demoLinks(page.demoUrl)}
          <h1>Payments at the studio</h1>
          <p>Details of every session and token. Test environment.</p>
          ${filterForm(page.filter, page.studios)}
        </header>
        <main>
          <div id="stories">${page.problems.length > 0 ? problemList(page.problems) : lists(page)}</div>
          ${isWhole(page.filter) ? staffForms(page.studios) : null}
        </main>
      </body>
    </html> `;
  return markup;
}

function demoLinks(demoUrl: string): Html {
  const pages = [
    ['/signup', 'Sign up'],
    ['/', 'My membership'],
    ['/styling', 'Styling'],
  ] as const;
  return html`<nav aria-label="Main">
    ${pages.map(([path, name]) => html`<a href="${demoUrl + path}">${name}</a>`)}
    <a href="/studio" aria-current="page">Studio</a>
  </nav>`;
}

function problemList(problems: readonly string[]): Html {
  return html`<div role="alert">
    <h2>This cannot be looked for</h2>
    ${problems.map((problem) => html`<p>${problem}</p>`)}
  </div>`;
}

function lists(page: StudioPage): Html {
  return html`${eventList('Alerts', page.alerts.map(alert))} ${sessionList(page)}
  ${eventList('Refused outside a session', page.refusals.map(plainEvent))}
  ${eventList('Contracts, idle periods and charges', page.studioEvents.map(plainEvent))}
  ${page.inbox === null ? null : inboxLists(page.inbox)} ${contractList(page.contracts, page)}
  ${runList(page.collectionRuns)} ${auditList(page.auditRecords)}`;
}

function sessionList({ filter, sessions, totals, refusals, studioEvents, mandateLink }: StudioPage): Html {
  const isElsewhere = refusals.length + studioEvents.length > 0;
  return html`<h2>${isWhole(filter) ? 'Payment sessions, newest first' : 'Found'}</h2>
    ${sessions.stories.length === 0 ? (isElsewhere && !isWhole(filter) ? null : nothing(filter)) : totalsLine(totals)}
    ${sessions.stories.map((story) => sessionItem(story, mandateLink))}
    ${paging(filter, sessions.hasMore, sessions.stories.at(-1)?.session.id)}`;
}

function nothing(filter: SessionFilter): Html {
  if (filter.search !== null)
    return html`<p class="empty">Nothing was found for the id ${filter.search}.</p>`;
  if (!isWhole(filter)) return html`<p class="empty">Nothing was found. Fewer filters find more.</p>`;
  return html`<p class="empty">No payment yet. Open the demo page and make one.</p>`;
}

function paging(filter: SessionFilter, hasMore: boolean, lastId: string | undefined): Html | null {
  const isFirst = filter.before === null;
  if (isFirst && !hasMore) return null;
  return html`<nav class="paging" aria-label="Pages">
    ${isFirst ? null : html`<a href="${addressOf({ ...filter, before: null })}">Newest</a>`}
    ${
      hasMore && lastId !== undefined
        ? html`<a href="${addressOf({ ...filter, before: lastId })}" rel="next">Older sessions</a>`
        : null
    }
  </nav>`;
}

function eventList(title: string, items: readonly Html[]): Html | null {
  if (items.length === 0) return null;
  return html`<h2>${title}</h2>
    <ol class="events">
      ${items}
    </ol>`;
}

function plainEvent(event: StudioEvent): Html {
  return eventItem(event);
}

function alert({ studioName, detail, kind, traceId, createdAt }: StudioAlert): Html {
  return html`<li>
    ${time(createdAt)} <strong>${kind}</strong> ${studioName}: ${detail}
    <span class="trace">trace <code>${traceId}</code></span>
  </li>`;
}
