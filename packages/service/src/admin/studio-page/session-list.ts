import { html, type Html } from '@upc/server-kit/html';
import { badge, money, time } from './format.js';
import type { SessionStory, StudioEvent } from './queries.js';

type MandateLink = (mandateId: string) => string;

/** Renders a payment session with its attempts and events. */
export function sessionItem(found: SessionStory, mandateLink: MandateLink): Html {
  const { session, studioName, timeZone, customerId, attempts } = found;
  return html`<article>
    <h3>
      ${money(session.amount, session.currency)}
      <span class="scope">${session.scope}</span>
      ${badge(session.status)}
    </h3>
    <p class="about">
      ${studioName} · ${customerId === null ? 'person without customer record' : customerLink(customerId)} ·
      “${session.referenceText}” · created ${time(session.createdAt, timeZone)}, valid until
      ${time(session.validUntil, timeZone)}
      <span class="trace">session <code>${session.id}</code></span>
    </p>
    ${
      attempts.length === 0
        ? html`<p class="empty">No attempt yet.</p>`
        : html`<h4>Attempts</h4>
            <ol class="attempts">
              ${attempts.map((attempt) => attemptItem(mandateLink, found, attempt))}
            </ol>`
    }
    <details>
      <summary>What happened, step by step (${found.events.length})</summary>
      <ol class="events">
        ${found.events.map((each) => eventItem(each, timeZone))}
      </ol>
    </details>
  </article>`;
}

function customerLink(customerId: number): Html {
  return html`<a href="/studio?customer=${customerId}">customer ${customerId}</a>`;
}

function attemptItem(
  mandateLink: MandateLink,
  found: SessionStory,
  attempt: SessionStory['attempts'][number],
): Html {
  const { session, timeZone } = found;
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
          ${badge(usage.status)} ${usage.failureCode ?? ''} ${time(usage.createdAt, timeZone)}
        </p>`,
    )}
    <span class="trace">
      ${time(attempt.createdAt, timeZone)} · payment <code>${attempt.id}</code> · trace
      <code>${attempt.traceId}</code>
    </span>
    ${mandate ? mandateDetails(mandate, mandateLink(mandate.id), timeZone) : null}
  </li>`;
}

function mandateDetails(mandate: SessionStory['mandates'][number], link: string, timeZone: string): Html {
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
        <dd>${time(mandate.acceptedAt, timeZone)}</dd>
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

/** Returns the masked account without its holder, because the page may be shown to others. */
function account({ instrumentDetails }: SessionStory['attempts'][number]): string {
  const { sepa, chDD, lsvDD, bacs, ach, creditCard } = instrumentDetails ?? {};
  const byIban = (sepa ?? chDD ?? lsvDD)?.bankAccountDetails;
  if (byIban) return [byIban.bankName ?? byIban.bic, byIban.iban].filter(Boolean).join(' ');
  const byNumber = bacs ?? ach;
  if (byNumber) return [byNumber.bankLocationId, byNumber.bankAccountNumber].filter(Boolean).join(' ');
  return creditCard?.cardNumber ?? '';
}

/** Renders an event with the trace id that an error message contains. */
export function eventItem({ kind, detail, traceId, createdAt }: StudioEvent, timeZone?: string): Html {
  return html`<li>
    ${time(createdAt, timeZone)} <strong>${kind}</strong> ${detail}
    <span class="trace">trace <code>${traceId}</code></span>
  </li>`;
}
