import { WALLET_LABELS } from '@upc/contract/frame-protocol';
import { html, type Html } from '@upc/server-kit/html';
import type { Context } from '../../core/context.js';
import { mandateLink } from '../../modules/payments/mandates/mandate-link.js';
import { detailText, refusalCode } from './event-details.js';
import { isListed, isNarrowed } from './filter.js';
import { badge, type Frame, ids, languageName, money, studioName, time, wordFor } from './frame.js';
import { customerLink, NO_ROWS, rangeOf, section } from './lists.js';
import {
  alerts,
  refusals,
  type SessionStory,
  sessionPage,
  type StudioEvent,
  studioEvents,
} from './queries.js';
import { sessionTotals, totalsLine } from './session-totals.js';

/** Loads and renders what belongs to payments; null if there is nothing. */
export async function paymentsTab(context: Context, frame: Frame): Promise<Html | null> {
  const { db, clock } = context;
  const { filter, words } = frame;
  const { search: traceId, studioId, list } = filter;
  // A request without a session can be found only by its trace id.
  const isOverview = !isNarrowed(filter) || traceId !== null;
  const eventsOf = (name: string, load: typeof refusals) =>
    list === name || (list === null && isOverview)
      ? load(db, { ...rangeOf(filter, name), traceId, studioId })
      : NO_ROWS;
  const isWithSessions = isListed(filter, 'sessions');
  const sessions = isWithSessions ? await sessionPage(db, filter) : NO_ROWS;
  const parts = {
    alerts: await eventsOf('alerts', alerts),
    refusals: await eventsOf('refusals', refusals),
    events: await eventsOf('events', studioEvents),
  };
  const eventList = (name: keyof typeof parts) =>
    list === null || list === name
      ? section(frame, {
          name,
          title: words.payments[name],
          part: parts[name],
          item: (event) => eventItem(frame, event),
          idOf: ({ id }) => id,
        })
      : null;
  const isFound = sessions.rows.length > 0;
  if (!isFound && traceId !== null && Object.values(parts).every(({ rows }) => rows.length === 0))
    return null;
  return html`${eventList('alerts')}
  ${
    !isWithSessions || (!isFound && traceId !== null)
      ? null
      : section(frame, {
          name: 'sessions',
          title: words.payments.sessions,
          part: sessions,
          item: (story) => sessionItem(frame, story, (id) => mandateLink(context, id, clock.now())),
          idOf: ({ session }) => session.id,
          isPaged: true,
          empty: html`<p class="empty">
            ${isNarrowed(filter) ? words.search.nothingFiltered : words.payments.none}
          </p>`,
          before: isFound ? totalsLine(frame, await sessionTotals(db, filter)) : null,
        })
  }
  ${eventList('refusals')} ${eventList('events')}`;
}

type MandateLink = (mandateId: string) => string;

/** Renders a payment session with its attempts; ids, mandates and events are behind a disclosure. */
function sessionItem(frame: Frame, found: SessionStory, linkOf: MandateLink): Html {
  const { session, customerId, attempts, mandates } = found;
  const { words } = frame;
  const { noAmount, unknownPerson, details, steps, noAttempt, validUntil, sessionId } = words.payments;
  return html`<h3>
      ${session.amount === 0 ? noAmount : money(frame, session.amount, session.currency)}
      ${badge(frame, session.status)}
    </h3>
    <p class="about">
      ${time(frame, session.createdAt, session.studioId)} · ${wordFor(frame, session.scope)} ·
      ${customerId === null ? unknownPerson : customerLink(frame, customerId)} ·
      ${studioName(frame, session.studioId)} · <q>${session.referenceText}</q>
    </p>
    ${
      attempts.length === 0
        ? html`<p class="empty">${noAttempt}</p>`
        : html`<ol class="rows">
            ${attempts.map((attempt) => html`<li>${attemptLine(frame, found, attempt)}</li>`)}
          </ol>`
    }
    <details>
      <summary>${details}</summary>
      ${ids([sessionId, session.id])}
      <p class="about">${validUntil} ${time(frame, session.validUntil, session.studioId)}</p>
      ${attempts.map(({ id, traceId, paymentMethod }) =>
        ids(
          [`${words.payments.paymentId}, ${wordFor(frame, paymentMethod)}`, id],
          [words.payments.trace, traceId],
        ),
      )}
      ${mandates.map((mandate) => mandateDetails(frame, mandate, session.studioId, linkOf(mandate.id)))}
      <h4>${steps}</h4>
      <ol class="rows">
        ${found.events.map((each) => html`<li>${eventFacts(frame, each, session.studioId)}</li>`)}
      </ol>
    </details>`;
}

type Attempt = SessionStory['attempts'][number];

function attemptLine(frame: Frame, { session, usages }: SessionStory, attempt: Attempt): Html {
  const { words } = frame;
  const { paymentMethod, status, hold, failureCode, releaseStatus } = attempt;
  const used = usages.filter(({ paymentId }) => paymentId === attempt.id);
  return html`<strong>${wordFor(frame, paymentMethod)}</strong>
    <span class="quiet">
      ${account(attempt)}${hold === 'STORED' ? html` (${words.payments.storedInstrument})` : null}
    </span>
    ${badge(frame, status)} ${failureCode === null ? null : html`<span>${wordFor(frame, failureCode)}</span>`}
    ${releaseStatus === null ? null : badge(frame, releaseStatus === 'DUE' ? 'RELEASE_DUE' : 'RELEASED')}
    ${used.map(
      (usage) =>
        html`<p>
          ${words.payments.usedFor}:
          ${wordFor(frame, usage.kind)}${
            usage.amount > 0 ? html`, ${money(frame, usage.amount, session.currency)}` : null
          }
          ${badge(frame, usage.status === 'DONE' && usage.amount > 0 ? 'PAID' : usage.status)}
          ${usage.failureCode === null ? null : wordFor(frame, usage.failureCode)}
        </p>`,
    )}`;
}

function mandateDetails(
  frame: Frame,
  mandate: SessionStory['mandates'][number],
  studioId: number,
  link: string,
): Html {
  const { words } = frame;
  const { scheme, version, accepted, signature, signatureGiven, signatureNotAsked, hash } = words.payments;
  const facts: readonly (readonly [string, string | Html])[] = [
    [scheme, `${mandate.scheme}, ${wordFor(frame, mandate.paymentType)}`],
    [version, `${mandate.version}, ${languageName(frame, mandate.language)}`],
    [accepted, time(frame, mandate.acceptedAt, studioId)],
    [signature, mandate.signature === null ? signatureNotAsked : signatureGiven],
    [hash, html`<code>${mandate.acceptedTextSha256}</code>`],
  ];
  return html`<h4>${words.payments.mandate} ${mandate.reference}</h4>
    <dl>
      ${facts.map(
        ([name, fact]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${fact}</dd>
          </div>`,
      )}
    </dl>
    <p><a href="${link}">${words.payments.mandatePdf}</a></p>
    <blockquote lang="${mandate.language}">${mandate.acceptedText}</blockquote>`;
}

/** Returns the masked account, or the card with its brand and expiry, without the holder, because the page may be shown to others. */
function account({ instrumentDetails }: Attempt): string {
  const { sepa, chDD, lsvDD, bacs, ach, creditCard } = instrumentDetails ?? {};
  const byIban = (sepa ?? chDD ?? lsvDD)?.bankAccountDetails;
  if (byIban) return [byIban.bankName ?? byIban.bic, unbroken(byIban.iban)].filter(Boolean).join(' ');
  const byNumber = bacs ?? ach;
  if (byNumber)
    return [byNumber.bankLocationId, unbroken(byNumber.bankAccountNumber)].filter(Boolean).join(' ');
  const { wallet, brand = '', cardNumber, expiry } = creditCard ?? {};
  const name = brand.replace(/^[a-z]/, (first) => first.toUpperCase());
  const card = [wallet && WALLET_LABELS[wallet], name, unbroken(cardNumber)].filter(Boolean).join(' ');
  return [card, expiry].filter(Boolean).join(', ');
}

/** Returns a masked number that stays on one line. */
function unbroken(masked: string | undefined): string {
  return masked?.replaceAll(' ', '\u00a0') ?? '';
}

/** Renders an event with the trace id that an error message contains. */
export function eventItem(frame: Frame, event: StudioEvent): Html {
  const { studioId } = event;
  return eventFacts(frame, event, studioId, studioId === null ? null : `${studioName(frame, studioId)}: `);
}

function eventFacts(
  frame: Frame,
  { kind, detail, traceId, createdAt }: StudioEvent,
  studioId: number | null,
  place: string | null = null,
): Html {
  const { payments, details } = frame.words;
  const code = refusalCode(frame, detail);
  return html`<p data-kind="${kind}">
      <strong>${wordFor(frame, kind)}</strong> <span class="quiet">${time(frame, createdAt, studioId)}</span>
    </p>
    ${detail === '' ? null : html`<p class="about">${place}${detailText(frame, detail, studioId)}</p>`}
    ${ids([payments.trace, traceId], code === null ? null : [details.code, code])}`;
}
