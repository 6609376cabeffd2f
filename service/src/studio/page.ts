import { toMoney } from '../domain/money.js';
import { contractList } from './contract-list.js';
import type { ContractStory } from './contract-stories.js';
import { html, type Html } from './html.js';
import type { Inbox } from './inbox.js';
import { inboxLists } from './inbox-lists.js';
import type { AuditRecord, Refusal, SessionStory, StudioAlert } from './queries.js';
import { runList, type ShownRun } from './collection-runs.js';
import { auditList, staffForms } from './staff-forms.js';

export interface StudioPage {
  readonly stories: readonly SessionStory[];
  readonly alerts: readonly StudioAlert[];
  readonly refusals: readonly Refusal[];
  readonly studioEvents: readonly Refusal[];
  /** null: not shown. */
  readonly inbox: Inbox | null;
  readonly traceId: string | null;
  readonly studios: readonly { readonly id: number; readonly name: string }[];
  readonly contracts: readonly ContractStory[];
  readonly auditRecords: readonly AuditRecord[];
  readonly collectionRuns: readonly ShownRun[];
  /** Opens the document of a mandate. */
  readonly mandateLink: (mandateId: string) => string;
}

/** The studio page as one document. */
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
          <h1>Payments at the studio</h1>
          <p>Details of every session and token. Test environment.</p>
          <form role="search" action="/studio">
            <label for="trace">Trace id of an error</label>
            <div class="search">
              <input
                id="trace"
                name="trace"
                value="${page.traceId ?? ''}"
                autocomplete="off"
                spellcheck="false"
              />
              <button>Find</button>
              ${page.traceId === null ? null : html`<a href="/studio">Show all</a>`}
            </div>
          </form>
          <label class="refresh"><input id="refresh" type="checkbox" checked /> Keep up to date</label>
        </header>
        <main>
          <div id="stories">${stories(page)}</div>
          ${page.traceId === null ? staffForms(page.studios) : null}
        </main>
      </body>
    </html> `;
  return markup;
}

function stories(page: StudioPage): Html {
  const { stories: found, refusals: refused, studioEvents: happened, traceId } = page;
  const nothing =
    traceId === null
      ? html`<p class="empty">No payment session yet. Open the demo page and start one.</p>`
      : html`<p class="empty">Nothing was found for the trace id ${traceId}.</p>`;
  return html`${
      page.alerts.length === 0
        ? null
        : html`<h2>Alerts</h2>
            <ol class="events">
              ${page.alerts.map(alert)}
            </ol>`
    }
    <h2>${traceId === null ? 'Payment sessions, newest first' : 'Found'}</h2>
    ${found.length === 0 && refused.length === 0 && happened.length === 0 ? nothing : found.map((one) => story(page, one))}
    ${
      refused.length === 0
        ? null
        : html`<h2>Refused outside a session</h2>
            <ol class="events">
              ${refused.map(event)}
            </ol>`
    }
    ${
      happened.length === 0
        ? null
        : html`<h2>Contracts, freezes and charges</h2>
            <ol class="events">
              ${happened.map(event)}
            </ol>`
    }
    ${page.inbox === null ? null : inboxLists(page.inbox)} ${contractList(page.contracts)}
    ${runList(page.collectionRuns)} ${auditList(page.auditRecords)}`;
}

function story(page: StudioPage, found: SessionStory): Html {
  const { session, studioName, customerId, attempts } = found;
  return html`<article>
    <h3>
      ${money(session.amount, session.currency)}
      <span class="scope">${session.scope}</span>
      ${badge(session.status)}
    </h3>
    <p class="about">
      ${studioName} · ${customerId === null ? 'person without customer record' : `customer ${customerId}`} ·
      “${session.referenceText}” · made ${time(session.createdAt)}, valid until ${time(session.validUntil)}
    </p>
    ${
      attempts.length === 0
        ? html`<p class="empty">No attempt yet.</p>`
        : html`<h4>Attempts</h4>
            <ol class="attempts">
              ${attempts.map((attempt) => attemptItem(page, found, attempt))}
            </ol>`
    }
    <details>
      <summary>What happened, step by step (${found.events.length})</summary>
      <ol class="events">
        ${found.events.map(event)}
      </ol>
    </details>
  </article>`;
}

function attemptItem(
  { mandateLink }: StudioPage,
  found: SessionStory,
  attempt: SessionStory['attempts'][number],
): Html {
  const { session } = found;
  const mandate = found.mandates.find(({ paymentId }) => paymentId === attempt.id);
  const used = found.usages.filter(({ paymentId }) => paymentId === attempt.id);
  return html`<li>
    <p>
      <strong>${attempt.paymentMethod}</strong> ${badge(attempt.status)}
      ${attempt.hold === 'STORED' ? html`<span class="scope">stored instrument</span>` : null}
      ${attempt.failureCode === null ? null : html`<span class="scope">${attempt.failureCode}</span>`}
      ${
        attempt.releaseStatus === null
          ? null
          : badge(attempt.releaseStatus === 'DUE' ? 'RELEASE DUE' : 'RELEASED')
      }
      <span class="account">${account(attempt)}</span>
    </p>
    ${used.map(
      (usage) =>
        html`<p>
          Used for ${usage.kind}${usage.amount > 0 ? html`: ${money(usage.amount, session.currency)}` : null}
          ${badge(usage.status)} ${usage.failureCode ?? ''} ${time(usage.createdAt)}
        </p>`,
    )}
    ${mandate ? mandateDetails(mandate, mandateLink(mandate.id)) : null}
  </li>`;
}

function mandateDetails(mandate: SessionStory['mandates'][number], link: string): Html {
  return html`<details>
    <summary>Mandate ${mandate.reference}</summary>
    <dl>
      <div>
        <dt>Scheme</dt>
        <dd>${mandate.scheme}, ${mandate.paymentType}</dd>
      </div>
      <div>
        <dt>Version, language</dt>
        <dd>${mandate.version}, ${mandate.language}</dd>
      </div>
      <div>
        <dt>Accepted</dt>
        <dd>${time(mandate.acceptedAt)}</dd>
      </div>
      <div>
        <dt>Signature</dt>
        <dd>${mandate.signature === null ? 'not asked for' : 'given'}</dd>
      </div>
      <div>
        <dt>SHA-256 of the text</dt>
        <dd><code>${mandate.acceptedTextSha256}</code></dd>
      </div>
    </dl>
    <p><a href="${link}">The signed mandate as PDF</a></p>
    <blockquote lang="${mandate.language}">${mandate.acceptedText}</blockquote>
  </details>`;
}

function alert({ studioName, detail, kind, traceId, createdAt }: StudioAlert): Html {
  return html`<li>
    ${time(createdAt)} <strong>${kind}</strong> ${studioName}: ${detail}
    <span class="trace">trace <code>${traceId}</code></span>
  </li>`;
}

function event({ kind, detail, traceId, createdAt }: Refusal): Html {
  return html`<li>
    ${time(createdAt)} <strong>${kind}</strong> ${detail}
    <span class="trace">trace <code>${traceId}</code></span>
  </li>`;
}

/** The masked account, without the holder: the page may be shown to others. */
function account({ instrumentDetails }: SessionStory['attempts'][number]): string {
  const { sepa, chDD, lsvDD, bacs, ach, creditCard } = instrumentDetails ?? {};
  const byIban = (sepa ?? chDD ?? lsvDD)?.bankAccountDetails;
  if (byIban) return [byIban.bankName ?? byIban.bic, byIban.iban].filter(Boolean).join(' ');
  const byNumber = bacs ?? ach;
  if (byNumber) return [byNumber.bankLocationId, byNumber.bankAccountNumber].filter(Boolean).join(' ');
  return creditCard?.cardNumber ?? '';
}

function badge(status: string): Html {
  return html`<span class="badge" data-status="${status}">${status}</span>`;
}

function time(date: Date): Html {
  const iso = date.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

function money(minor: number, currency: string): string {
  const { amount } = toMoney(minor, currency);
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}

/** What came of a staff action that was refused. */
export function refusedPage(action: string, why: string): string {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Refused: ${action}</title>
        <link rel="stylesheet" href="/studio/studio.css" />
      </head>
      <body>
        <main>
          <h1>Refused: ${action}</h1>
          <p role="alert">${why}</p>
          <p>Nothing was changed. Go back to correct it, or <a href="/studio">see the payments</a>.</p>
        </main>
      </body>
    </html> `;
  return markup;
}
