import { html, type Html } from '@upc/server-kit/html';
import type { Context } from '../../core/context.js';
import { documentLink } from '../../modules/documents/documents.js';
import { signedTerm } from '../../modules/memberships/contracts/contracts.js';
import { contractLink } from '../../modules/memberships/contracts/documents/contract-link.js';
import { actionButton, actionLink, hidden } from './action-pages.js';
import { moduleList } from './additional-modules.js';
import { newestRuns, runItem } from './collection-runs.js';
import { type ContractStory, contractStories } from './contract-stories.js';
import type { FoundCustomer } from './customer-search.js';
import { isListed, isNarrowed, wholeNumber } from './filter.js';
import { badge, day, type Frame, ids, money, time, wordFor } from './frame.js';
import { idlePeriodList } from './idle-periods.js';
import { customerLink, NO_ROWS, rangeOf, section } from './lists.js';
import { newPaymentLink, paymentLinkItem, paymentLinkStories } from './payment-links.js';
import { eventItem } from './payments-tab.js';
import { studioEvents } from './queries.js';
import { newestThreads, pendingRequests, requestItem, threadItem } from './requests.js';

/**
 * Loads and renders members' contracts and what they wait for; null if there is nothing.
 *
 * @param found customers that match the search; null if there is no search
 */
export async function contractsTab(
  context: Context,
  frame: Frame,
  found: readonly FoundCustomer[] | null,
): Promise<Html | null> {
  const { db } = context;
  const { filter, words } = frame;
  const { studioId, customerId, search } = filter;
  const customerIds = customerId === null ? (found?.map(({ id }) => id) ?? null) : [customerId];
  const listed = <T>(name: string, load: () => Promise<T>, none: T) =>
    isListed(filter, name) ? load() : Promise.resolve(none);
  const requests = await listed('requests', () => pendingRequests(context, { studioId, customerIds }), []);
  const contracts = await listed(
    'contracts',
    () =>
      contractStories(context, {
        ...rangeOf(filter, 'contracts'),
        ...{ customerId, studioId },
        found:
          search === null
            ? null
            : { customerIds: found?.map(({ id }) => id) ?? [], contractId: wholeNumber(search) },
      }),
    NO_ROWS,
  );
  const threads = await listed(
    'threads',
    () => newestThreads(context, { ...rangeOf(filter, 'threads'), studioId, customerIds }),
    NO_ROWS,
  );
  const links = await listed(
    'links',
    () => paymentLinkStories(context, { customerIds: customerIds ?? [], studioId }),
    [],
  );
  const newLink = customerId === null ? null : await newPaymentLink(context, frame, customerId);
  const isWhole = filter.list !== null || !isNarrowed(filter);
  const runs =
    isWhole && isListed(filter, 'runs')
      ? await newestRuns(db, { ...rangeOf(filter, 'runs'), studioId })
      : NO_ROWS;
  const events =
    isListed(filter, 'events') && (isWhole || search !== null)
      ? await studioEvents(db, { ...rangeOf(filter, 'events'), traceId: search, studioId })
      : NO_ROWS;
  const all = [requests, contracts.rows, links, threads.rows, runs.rows, events.rows];
  if (search !== null && all.every(({ length }) => length === 0)) return null;
  const text = words.contracts;
  const empty = (said: string) => (isNarrowed(filter) ? null : html`<p class="empty">${said}</p>`);
  const open = (id: number) => documentLink(context, id);
  const language = frame.language;
  return html`${
    isListed(filter, 'requests')
      ? section(frame, {
          ...{ name: 'requests', title: text.toDecide, part: { rows: requests, hasMore: false } },
          item: (request) => requestItem(frame, request, open),
          idOf: ({ customerId: id }) => id ?? 0,
          empty: empty(text.nothingToDecide),
        })
      : null
  }
  ${
    isListed(filter, 'contracts')
      ? section(frame, {
          ...{ name: 'contracts', title: text.contracts, part: contracts },
          item: (story) =>
            contractItem(frame, story, {
              documentLink: open,
              contractLink: (id) => contractLink(context, { kind: 'signed', id, language }),
            }),
          idOf: ({ contract }) => contract.id,
          empty: empty(text.none),
        })
      : null
  }
  ${
    isListed(filter, 'links')
      ? section(frame, {
          ...{ name: 'links', title: text.links, part: { rows: links, hasMore: false } },
          item: (link) => paymentLinkItem(frame, link),
          idOf: ({ id }) => id,
          before: newLink,
          empty: newLink && html`<p class="empty">${text.noLink}</p>`,
        })
      : null
  }
  ${
    isListed(filter, 'threads')
      ? section(frame, {
          ...{ name: 'threads', title: text.conversations, part: threads },
          item: (thread) => threadItem(frame, thread),
          idOf: ({ id }) => id,
        })
      : null
  }
  ${
    isListed(filter, 'runs')
      ? section(frame, {
          ...{ name: 'runs', title: text.runs, part: runs },
          item: (run) => runItem(frame, run),
          idOf: ({ run }) => run.id,
        })
      : null
  }
  ${
    isListed(filter, 'events')
      ? section(frame, {
          ...{ name: 'events', title: text.events, part: events },
          item: (event) => eventItem(frame, event),
          idOf: ({ id }) => id,
        })
      : null
  }`;
}

interface Links {
  readonly documentLink: (documentId: number) => string;
  readonly contractLink: (contractId: number) => string;
}

/** Renders a contract with its claims, modules and idle periods, and the charges and refunds of its member. */
function contractItem(frame: Frame, story: ContractStory, links: Links): Html {
  const { contract, studio, claims, modules, idlePeriods, charges, refunds } = story;
  const { contracts: text } = frame.words;
  const { id, customerId, startDate, endDate, cancelation, withdrawnOn } = contract;
  const open = claims.filter(({ isSettled }) => !isSettled);
  const fields = { contractId: id };
  const of = `${text.contract} ${id}`;
  return html`<h3>
      ${signedTerm(contract).rateName} ${cancelation ? badge(frame, cancelation.status) : null}
    </h3>
    <p class="about">
      ${of} · ${text.dates(day(frame, startDate), day(frame, endDate))} · ${customerLink(frame, customerId)} ·
      ${studio.name}${withdrawnOn ? html` · ${text.withdrawn(day(frame, withdrawnOn))}` : null}${
        cancelation
          ? html` · ${text.cancelled(day(frame, cancelation.receivedOn), wordFor(frame, cancelation.origin))}`
          : null
      }
    </p>
    <details>
      <summary>${text.claims(claims.length, open.length)}</summary>
      <ol class="rows">
        ${claims.map((claim) => html`<li>${claimItem(frame, claim, studio)}</li>`)}
      </ol>
    </details>
    ${moduleList(frame, modules, studio.id)}
    ${idlePeriodList(frame, idlePeriods, {
      ...{ studioId: studio.id, currency: studio.currency },
      documentLink: links.documentLink,
    })}
    ${movementList(frame, text.charges(charges.length), charges, story)}
    ${movementList(frame, text.refunds(refunds.length), refunds, story)}
    <div class="buttons">
      <a class="button" href="${links.contractLink(id)}">${text.pdf}${hidden(of)}</a>
      ${
        open.length === 0
          ? null
          : actionLink(
              frame,
              'payment-link.create',
              studio.id,
              { customerId, purposes: 'ACCOUNT_PAYMENT' },
              of,
            )
      }
      ${
        withdrawnOn !== null
          ? null
          : cancelation === null
            ? actionLink(frame, 'contract.cancel', studio.id, fields, of)
            : cancelation.status === 'CANCELED'
              ? actionButton(frame, 'contract.withdraw-cancelation', studio.id, fields, of)
              : null
      }
    </div>`;
}

function claimItem(
  frame: Frame,
  { id, dueDate, description, amount, payments, credits, isSettled }: ContractStory['claims'][number],
  { id: studioId, currency }: ContractStory['studio'],
): Html {
  const { contracts: text } = frame.words;
  const booked = [
    ...payments.map((each) => ({ ...each, what: each.amount < 0 ? text.returnedOn : text.paidOn })),
    ...credits.map((each) => ({ ...each, what: text.creditedOn })),
  ];
  return html`<p>
      ${day(frame, dueDate)} <strong>${money(frame, amount, currency)}</strong> ${description}
      ${badge(frame, isSettled ? 'PAID' : 'OPEN')}
    </p>
    ${booked.map(
      (each) =>
        html`<p class="quiet">
          ${each.what} ${money(frame, Math.abs(each.amount), currency)},
          ${time(frame, each.bookedAt, studioId)}
        </p>`,
    )}
    ${ids([text.claim, id])}`;
}

/** Renders the charges or refunds of a member; null if there are none. */
function movementList(
  frame: Frame,
  title: string,
  movements: ContractStory['charges'] | ContractStory['refunds'],
  { studio, charges }: ContractStory,
): Html | null {
  if (movements.length === 0) return null;
  return html`<details>
    <summary>${title}</summary>
    <ol class="rows">
      ${movements.map(
        ({ status, amount, failureCode, createdAt, traceId }) =>
          html`<li>
            <p>
              <strong>${money(frame, amount, studio.currency)}</strong>
              ${badge(frame, status === 'DONE' && movements === charges ? 'PAID' : status)}
              ${failureCode === null ? null : wordFor(frame, failureCode)}
              <span class="quiet">${time(frame, createdAt, studio.id)}</span>
            </p>
            ${ids([frame.words.payments.trace, traceId])}
          </li>`,
      )}
    </ol>
  </details>`;
}
