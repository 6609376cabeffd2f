import { html, type Html } from '@upc/server-kit/html';
import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { CalendarDate } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Communication } from '../../modules/customers/communication/communication.stored.js';
import {
  communications,
  communicationThreads,
} from '../../modules/customers/communication/communication.tables.js';
import { SEALED_COMMUNICATION } from '../../modules/customers/communication/threads.js';
import { customers } from '../../modules/customers/customers.tables.js';
import type { Cancelation } from '../../modules/memberships/contracts/contract-details.js';
import { contracts, isCancelationPending } from '../../modules/memberships/contracts/contracts.tables.js';
import { contentOf, type ReadDeclaration } from '../../modules/memberships/declarations/declarations.js';
import { declarations } from '../../modules/memberships/declarations/declarations.tables.js';
import { idlePeriods } from '../../modules/memberships/idle-periods/idle-periods.tables.js';
import { shownChanges } from '../../modules/self-service/shown-changes.js';
import { type Amendment } from '../../modules/self-service/amendments.js';
import { amendments } from '../../modules/self-service/amendments.tables.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { actionButton, actionLink } from './action-pages.js';
import { badge, day, fieldName, type Frame, ids, studioName, time, wordFor } from './frame.js';
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
  /** null as long as nobody knows who has made the request. */
  readonly customerId: number | null;
  readonly studio: Studio;
  readonly content:
    | { readonly amendment: Amendment; readonly changes: readonly (readonly [string, string])[] }
    | { readonly idlePeriod: typeof idlePeriods.$inferSelect }
    | { readonly contractId: number; readonly cancelation: Cancelation }
    | ReadDeclaration;
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
  const cancelled = await db
    .select({ contract: contracts, customerId: customers.id, studio: studios })
    .from(contracts)
    .innerJoin(customers, and(eq(customers.id, contracts.customerId), isNull(customers.erasedAt)))
    .innerJoin(studios, eq(studios.id, customers.studioId))
    .where(and(isCancelationPending(contracts.cancelation), isOf(filter)))
    .orderBy(desc(contracts.id))
    .limit(SHOWN);
  const declared = await db
    .select({ declaration: declarations, studio: studios })
    .from(declarations)
    .innerJoin(studios, eq(studios.id, declarations.studioId))
    .where(
      and(
        eq(declarations.status, 'OPEN'),
        filter.studioId === null ? undefined : eq(declarations.studioId, filter.studioId),
        filter.customerIds === null ? undefined : inArray(declarations.customerId, [...filter.customerIds]),
      ),
    )
    .orderBy(desc(declarations.id))
    .limit(SHOWN);
  return [
    ...declared.map(({ declaration, studio }) => ({
      studio,
      createdAt: declaration.receivedAt,
      customerId: declaration.customerId,
      content: { declaration, content: contentOf({ keys }, declaration) },
    })),
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
    ...cancelled.flatMap(({ contract: { id: contractId, cancelation }, ...of }) =>
      cancelation
        ? [{ ...of, createdAt: startOfDay(cancelation.receivedOn), content: { contractId, cancelation } }]
        : [],
    ),
  ].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

/** Returns a time by which a day sorts among the times of other requests. */
function startOfDay(date: CalendarDate): Date {
  return new Date(`${date}T00:00:00Z`);
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
  return html`<h3>${titleOf(words, content)}</h3>
    <p class="about">
      ${'cancelation' in content ? day(frame, content.cancelation.receivedOn) : time(frame, createdAt, studio.id)}
      · ${customerId === null ? null : html`${customerLink(frame, customerId)} · `}${studio.name}
    </p>
    ${
      'idlePeriod' in content
        ? idlePeriodFacts(frame, content.idlePeriod, {
            studioId: studio.id,
            currency: studio.currency,
            documentLink,
          })
        : 'cancelation' in content
          ? cancelationFacts(frame, content, studio.id)
          : 'declaration' in content
            ? declarationFacts(frame, content)
            : amendmentFacts(frame, content, studio.id)
    }`;
}

function titleOf({ contracts: text, values }: Frame['words'], content: Request['content']): string {
  if ('idlePeriod' in content) return text.freeze;
  if ('declaration' in content) return values[content.declaration.kind];
  return 'cancelation' in content
    ? text.cancelation[content.cancelation.status]
    : text.changes[content.amendment.kind];
}

/** Renders what a member has declared, why staff have to decide about it, and what they can do. */
function declarationFacts(
  frame: Frame,
  { declaration: { id, studioId, kind, contractId, problem }, content: { details } }: ReadDeclaration,
): Html {
  const { contracts: text, entities } = frame.words;
  const { name, contractNumber, email, reason, date } = details;
  const of = `${entities.declaration} ${id}`;
  const fields = { declarationId: id };
  const facts: readonly (readonly [string, string])[] = [
    ...(problem === null ? [] : [['problem', wordFor(frame, problem)] as const]),
    ['name', name],
    ['contractId', contractNumber],
    ['email', email],
    ...(kind === 'WITHDRAWAL'
      ? [['removeInstruments', wordFor(frame, String(details.removeInstruments))] as const]
      : [['date', date === null ? text.earliest : day(frame, date)] as const]),
    ...(reason === null ? [] : [['reason', reason] as const]),
    ...(contractId === null ? [] : [['assignedTo', String(contractId)] as const]),
  ];
  return html`${factList(frame, facts)}
    <div class="buttons">
      ${contractId === null ? null : actionLink(frame, 'declaration.accept', studioId, fields, of)}
      ${actionLink(frame, 'declaration.assign', studioId, fields, of)}
      ${actionButton(frame, 'declaration.close', studioId, fields, of)}
    </div>`;
}

function cancelationFacts(
  frame: Frame,
  { contractId, cancelation }: Extract<Request['content'], { readonly cancelation: unknown }>,
  studioId: number,
): Html {
  const { date, reason } = cancelation;
  const of = `${frame.words.contracts.contract} ${contractId}`;
  const facts = [
    ['contractId', String(contractId)],
    ['cancelationDate', day(frame, date)],
    ...(reason === undefined ? [] : [['reason', reason] as const]),
  ] as const;
  return html`${factList(frame, facts)}
    <div class="buttons">
      ${actionButton(frame, 'cancelation.approve', studioId, { contractId }, of)}
      ${actionButton(frame, 'cancelation.reject', studioId, { contractId }, of)}
    </div>`;
}

function factList(frame: Frame, facts: readonly (readonly [string, string])[]): Html {
  return html`<dl>
    ${facts.map(
      ([field, value]) =>
        html`<div>
          <dt>${fieldName(frame, field)}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function amendmentFacts(
  frame: Frame,
  { amendment: { id, customerId }, changes }: Extract<Request['content'], { readonly amendment: unknown }>,
  studioId: number,
): Html {
  const { removed } = frame.words.contracts;
  const of = `${frame.words.payments.customer} ${customerId}`;
  return html`${factList(
      frame,
      changes.map(([field, value]) => [field, value === '' ? removed : value]),
    )}
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
