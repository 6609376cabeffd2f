import { html, type Html } from '@upc/server-kit/html';
import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Communication } from '../../modules/customers/communication/communication.stored.js';
import {
  communications,
  communicationThreads,
} from '../../modules/customers/communication/communication.tables.js';
import { SEALED_COMMUNICATION } from '../../modules/customers/communication/threads.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { idlePeriods } from '../../modules/memberships/idle-periods/idle-periods.tables.js';
import { shownChanges } from '../../modules/self-service/shown-changes.js';
import { type Amendment } from '../../modules/self-service/amendments.js';
import { amendments } from '../../modules/self-service/amendments.tables.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { actionButton } from './action-pages.js';
import { badge, fieldName, type Frame, ids, studioName, time, wordFor } from './frame.js';
import { idlePeriodFacts } from './idle-periods.js';
import { customerLink, type Part, partOf, type Range } from './lists.js';

/** Most requests of each kind that are shown; deciding some shows the next ones. */
const SHOWN = 20;

/** Whose requests are shown; null does not narrow them. */
export interface RequestFilter {
  readonly studioId: number | null;
  readonly customerIds: readonly number[] | null;
}

export interface Request {
  readonly createdAt: Date;
  readonly customerId: number;
  readonly studio: Studio;
  readonly content:
    | { readonly amendment: Amendment; readonly changes: readonly (readonly [string, string])[] }
    | { readonly idlePeriod: typeof idlePeriods.$inferSelect };
}

/** Loads the newest requests of members about which staff have to decide. */
export async function pendingRequests(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  filter: RequestFilter,
): Promise<Request[]> {
  const changes = await db
    .select({ amendment: amendments, customerId: customers.id, studio: studios })
    .from(amendments)
    .innerJoin(customers, and(eq(customers.id, amendments.customerId), isNull(customers.erasedAt)))
    .innerJoin(studios, eq(studios.id, customers.studioId))
    .where(and(inArray(amendments.status, ['PENDING', 'APPLYING']), isOf(filter)))
    .orderBy(desc(amendments.id))
    .limit(SHOWN);
  const freezes = await db
    .select({ idlePeriod: idlePeriods, customerId: customers.id, studio: studios })
    .from(idlePeriods)
    .innerJoin(contracts, eq(contracts.id, idlePeriods.contractId))
    .innerJoin(customers, and(eq(customers.id, contracts.customerId), isNull(customers.erasedAt)))
    .innerJoin(studios, eq(studios.id, customers.studioId))
    .where(and(eq(idlePeriods.state, 'PENDING_VERIFICATION'), isOf(filter)))
    .orderBy(desc(idlePeriods.id))
    .limit(SHOWN);
  return [
    ...changes.map(({ amendment, ...of }) => ({
      ...of,
      createdAt: amendment.createdAt,
      content: { amendment, changes: shownChanges(keys, amendment) },
    })),
    ...freezes.map(({ idlePeriod, ...of }) => ({
      ...of,
      createdAt: idlePeriod.updatedAt,
      content: { idlePeriod },
    })),
  ].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

function isOf({ studioId, customerIds }: RequestFilter) {
  return and(
    studioId === null ? undefined : eq(customers.studioId, studioId),
    customerIds === null ? undefined : inArray(customers.id, [...customerIds]),
  );
}

/** Renders a request with the buttons that decide about it. */
export function requestItem(
  frame: Frame,
  { customerId, studio, createdAt, content }: Request,
  documentLink: (documentId: number) => string,
): Html {
  const { words } = frame;
  const isFreeze = 'idlePeriod' in content;
  return html`<h3>${isFreeze ? words.contracts.freeze : words.contracts.changes[content.amendment.kind]}</h3>
    <p class="about">
      ${time(frame, createdAt, studio.id)} · ${customerLink(frame, customerId)} · ${studio.name}
    </p>
    ${
      isFreeze
        ? idlePeriodFacts(frame, content.idlePeriod, {
            studioId: studio.id,
            currency: studio.currency,
            documentLink,
          })
        : amendmentFacts(frame, content, studio.id)
    }`;
}

function amendmentFacts(
  frame: Frame,
  { amendment: { id, customerId }, changes }: Extract<Request['content'], { readonly amendment: unknown }>,
  studioId: number,
): Html {
  const { removed } = frame.words.contracts;
  const of = `${frame.words.payments.customer} ${customerId}`;
  return html`<dl>
      ${changes.map(
        ([field, value]) =>
          html`<div>
            <dt>${fieldName(frame, field)}</dt>
            <dd>${value === '' ? removed : value}</dd>
          </div>`,
      )}
    </dl>
    <div class="buttons">
      ${actionButton(frame, 'amendment.approve', studioId, { amendmentId: id }, of)}
      ${actionButton(frame, 'amendment.reject', studioId, { amendmentId: id }, of)}
    </div>`;
}

export type Thread = typeof communicationThreads.$inferSelect & {
  readonly studioId: number;
  /** Messages, oldest first. */
  readonly said: readonly { readonly communication: Communication; readonly communicatedAt: Date }[];
};

/** Loads the newest conversations with their messages. */
export async function newestThreads(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  filter: RequestFilter & Range,
): Promise<Part<Thread>> {
  const { size, before } = filter;
  const loaded = await db
    .select({ thread: communicationThreads, studioId: customers.studioId })
    .from(communicationThreads)
    .innerJoin(customers, and(eq(customers.id, communicationThreads.customerId), isNull(customers.erasedAt)))
    .where(and(isOf(filter), before === null ? undefined : lt(communicationThreads.id, before)))
    .orderBy(desc(communicationThreads.id))
    .limit(size + 1);
  const { rows, hasMore } = partOf(loaded, { size });
  const shown = rows.map(({ thread }) => thread.id);
  const said = shown.length
    ? await db
        .select()
        .from(communications)
        .where(inArray(communications.threadId, shown))
        .orderBy(communications.communicatedAt, communications.id)
    : [];
  const threads = rows.map(({ thread, studioId }) => ({
    ...thread,
    studioId,
    said: said
      .filter(({ threadId }) => threadId === thread.id)
      .map(({ contentEncrypted, contentKey, communicatedAt }) => ({
        communication: SEALED_COMMUNICATION.open(keys, contentKey, contentEncrypted),
        communicatedAt,
      })),
  }));
  return { rows: threads, hasMore };
}

export function threadItem(
  frame: Frame,
  { id, studioId, customerId, status, said, createdAt }: Thread,
): Html {
  const { contracts: text } = frame.words;
  const [first] = said;
  return html`<h3>${first?.communication.subject ?? String(id)} ${badge(frame, status)}</h3>
    <p class="about">
      ${time(frame, createdAt, studioId)} · ${customerLink(frame, customerId)} ·
      ${studioName(frame, studioId)}
    </p>
    <details>
      <summary>${text.messages(said.length)}</summary>
      ${said.map(
        ({
          communication: { subject, content, communicationDirection, communicationChannel },
          communicatedAt,
        }) =>
          html`<p>
              <strong>${subject}</strong>
              <span class="quiet">
                ${wordFor(frame, communicationDirection)}, ${wordFor(frame, communicationChannel)},
                ${time(frame, communicatedAt, studioId)}
              </span>
            </p>
            <blockquote>${content}</blockquote>`,
      )}
    </details>
    ${ids([frame.words.entities['communication-thread'], id])}
    ${
      status === 'CLOSED'
        ? null
        : html`<div class="buttons">
            ${actionButton(frame, 'communication.close-thread', studioId, { threadId: id }, String(id))}
          </div>`
    }`;
}
