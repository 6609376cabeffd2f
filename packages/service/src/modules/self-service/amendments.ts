import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray } from 'drizzle-orm';
import { requireUnchanged } from '../../core/concurrency.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { sealedJson } from '../../core/database/sealed-json.js';
import { ApiError } from '../../core/errors/api-error.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import {
  type Customer,
  type CustomerOfStudio,
  findCustomer,
  lockCustomerRecord,
} from '../customers/customers.js';
import { customers } from '../customers/customers.tables.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { type AmendmentKind, type Changes, REQUESTED } from './amendments.stored.js';
import { amendments } from './amendments.tables.js';
import { type DataKind, DATA_KINDS } from './data-kinds.js';

/** Encrypts requested values, each bound to the `contentKey` of its amendment. */
export const SEALED_CHANGES = sealedJson(amendments.changesEncrypted, REQUESTED);

export type Amendment = typeof amendments.$inferSelect;

/** A customer, and a kind of data. */
interface DataOfCustomer<K extends AmendmentKind> extends CustomerOfStudio {
  readonly kind: K;
}

/** An open amendment with the values that it requests. */
interface OpenAmendment<K extends AmendmentKind = AmendmentKind> {
  readonly amendment: Amendment;
  readonly changes: Changes[K];
}

/** Returns the customer and the change of this kind that awaits a decision, or null. */
export async function readData<K extends AmendmentKind>(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  { studio, customerId, kind }: DataOfCustomer<K>,
): Promise<{ readonly customer: Customer; readonly pending: OpenAmendment<K> | null }> {
  const customer = await findCustomer(db, studio.id, customerId, 'customerId');
  const amendment = await openAmendment(db, customerId, kind);
  return { customer, pending: amendment && { amendment, changes: changesOf(keys, amendment, kind) } };
}

/** The result of a request to change data. */
export interface Requested {
  /** Set while the change awaits a decision or the provider. */
  readonly amendment: Amendment | null;
  readonly customer: Customer;
}

/**
 * Changes data of a member at the member's request, or stores the change until staff decide on it, depending on the
 * studio's setting. Values that the data already has are no change. A new bank account is stored as APPLYING if nobody
 * has to decide about it, and the caller then has the provider accept it. A repeat under the same Idempotency-Key
 * changes nothing.
 *
 * @throws ApiError 403 if the studio allows no changes; 409 if a change of this kind already waits, another request has
 * changed the record since this one began, or the key was used with another request; otherwise like `findCustomer`.
 */
export async function requestChange<K extends AmendmentKind>(
  context: Context,
  { studio, customerId, kind }: DataOfCustomer<K>,
  wanted: Changes[K],
  request: KeyedRequest,
): Promise<Requested> {
  const mode = settingsOf(studio).selfService[DATA_KINDS[kind].setting];
  return context.db.transaction(async (tx) => {
    await findCustomer(tx, studio.id, customerId, 'customerId');
    if (mode === 'READ') throw new ApiError('errormessage.customer.data.read.only');
    // Concurrent copies of the same request wait here.
    const id = randomUUID();
    const isRepeated = (await keepResult(context, tx, request, id)) !== id;
    const seen = await findCustomer(tx, studio.id, customerId, 'customerId');
    const waiting = await openAmendment(tx, customerId, kind);
    if (isRepeated) return { amendment: waiting, customer: seen };
    if (waiting) throw new ApiError('errormessage.customer.amendment.pending');
    const customer = await lockCustomerRecord(tx, customerId);
    requireUnchanged([seen, null], [customer, await openAmendment(tx, customerId, kind)], 'customerId');
    const changes = changesIn(context, kind, customer, wanted);
    if (changes === null) return { amendment: null, customer };
    const { write } = DATA_KINDS[kind] as DataKind<K>;
    if (mode === 'CHANGES_WITHOUT_VERIFICATION' && write) {
      await apply(context, tx, customer, { kind, changes });
      return { amendment: null, customer: await lockCustomerRecord(tx, customerId) };
    }
    const status = mode === 'CHANGES_REQUIRE_VERIFICATION' ? 'PENDING' : 'APPLYING';
    return { amendment: await insertAmendment(context, tx, { customerId, kind, status }, changes), customer };
  });
}

/** Returns the wanted values that differ from the current ones, or null. */
function changesIn<K extends AmendmentKind>(
  context: Context,
  kind: K,
  customer: Customer,
  wanted: Changes[K],
): Changes[K] | null {
  const { current, isPartial } = DATA_KINDS[kind] as DataKind<K>;
  const known: Readonly<Record<string, unknown>> = { ...current?.(context, customer) };
  const fields = Object.entries(wanted).filter(([field, value]) => value !== (known[field] ?? ''));
  if (isPartial) return fields.length === 0 ? null : (Object.fromEntries(fields) as unknown as Changes[K]);
  return isDeepStrictEqual(known, wanted) ? null : wanted;
}

/** Changes the record of a customer and notifies partners. The record must be locked. */
async function apply<K extends AmendmentKind>(
  context: Context,
  tx: Database,
  customer: Customer,
  { kind, changes }: { readonly kind: K; readonly changes: Changes[K] },
): Promise<void> {
  await (DATA_KINDS[kind] as DataKind<K>).write?.(context, tx, customer, changes);
  await emit(context, tx, customer.studioId, { type: 'CUSTOMER_UPDATED', entityId: customer.id });
}

/** Stores a requested change. The record of the customer must be locked. */
export async function insertAmendment<K extends AmendmentKind>(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  tx: Database,
  row: Pick<Amendment, 'customerId' | 'status'> & { readonly kind: K },
  changes: Changes[K],
): Promise<Amendment> {
  const contentKey = randomUUID();
  const changesEncrypted = SEALED_CHANGES.seal(keys, contentKey, { [row.kind]: changes });
  const [inserted] = await tx
    .insert(amendments)
    .values({ ...row, contentKey, changesEncrypted, createdAt: clock.now() })
    .returning();
  if (!inserted) throw new Error('The amendment was not stored.');
  return inserted;
}

/** Returns the values that an open amendment requests. */
export function changesOf<K extends AmendmentKind>(
  keys: Context['keys'],
  { contentKey, changesEncrypted }: Amendment,
  kind: K,
): Changes[K] {
  const stored = changesEncrypted === null ? {} : SEALED_CHANGES.open(keys, contentKey, changesEncrypted);
  const changes = (stored as Partial<Changes>)[kind];
  if (!changes) throw new Error('An open amendment contains no values of its kind.');
  return changes;
}

/** Returns the one open change of a kind, or null. */
async function openAmendment(
  db: Database,
  customerId: number,
  kind: AmendmentKind,
): Promise<Amendment | null> {
  const [open] = await db
    .select()
    .from(amendments)
    .where(
      and(
        eq(amendments.customerId, customerId),
        eq(amendments.kind, kind),
        inArray(amendments.status, ['PENDING', 'APPLYING']),
      ),
    );
  return open ?? null;
}

/** Closes an amendment and deletes the requested values. The record of the customer must be locked. */
async function closeAmendment(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  amendmentId: number,
  status: 'APPROVED' | 'REJECTED' | 'WITHDRAWN',
): Promise<void> {
  await tx
    .update(amendments)
    .set({ status, changesEncrypted: null, closedAt: clock.now() })
    .where(eq(amendments.id, amendmentId));
}

/**
 * Withdraws a change that a member has requested.
 *
 * @throws ApiError 404 if the customer has no such amendment; 400 if it was already decided or withdrawn; 409 if
 * another request has changed it since this one began; otherwise like `findCustomer`.
 */
export async function withdrawAmendment(
  context: Context,
  studio: Studio,
  customerId: number,
  amendmentId: number,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await findCustomer(tx, studio.id, customerId, 'customerId');
    const seen = await pendingOf(tx, customerId, amendmentId);
    await lockCustomerRecord(tx, customerId);
    requireUnchanged(seen, await amendmentOf(tx, amendmentId), 'amendmentId');
    await closeAmendment(context, tx, amendmentId, 'WITHDRAWN');
  });
}

/**
 * Rejects a change that a member of the studio has requested.
 *
 * @throws ApiError 404 if the studio has no such amendment; 400 if it was already decided or withdrawn.
 */
export async function rejectAmendment(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  amendmentId: number,
): Promise<void> {
  const { id } = await lockAmendedCustomer(tx, studio, amendmentId);
  await pendingOf(tx, id, amendmentId);
  await closeAmendment(context, tx, amendmentId, 'REJECTED');
}

/**
 * Approves a change that a member of the studio has requested. It is applied, and partners are notified. A new bank
 * account becomes APPLYING instead, and the caller has the provider accept it; this may be repeated.
 *
 * @throws ApiError 404 if the studio has no such amendment; 400 if it was already decided or withdrawn.
 */
export async function approveAmendment(
  context: Context,
  tx: Database,
  studio: Studio,
  amendmentId: number,
): Promise<Amendment> {
  const customer = await lockAmendedCustomer(tx, studio, amendmentId);
  const amendment = await pendingOf(tx, customer.id, amendmentId, ['PENDING', 'APPLYING']);
  const { kind } = amendment;
  if (!DATA_KINDS[kind].write) {
    await tx.update(amendments).set({ status: 'APPLYING' }).where(eq(amendments.id, amendmentId));
    return { ...amendment, status: 'APPLYING' };
  }
  await apply(context, tx, customer, { kind, changes: changesOf(context.keys, amendment, kind) });
  await closeAmendment(context, tx, amendmentId, 'APPROVED');
  return { ...amendment, status: 'APPROVED' };
}

/** Ends the application of an amendment; with PENDING, staff decide again. */
export async function finishAmendment(
  context: Pick<Context, 'db' | 'clock'>,
  { id, customerId }: Amendment,
  status: 'APPROVED' | 'REJECTED' | 'PENDING',
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockCustomerRecord(tx, customerId);
    const found = await amendmentOf(tx, id);
    if (found?.status !== 'APPLYING') return;
    if (status !== 'PENDING') return closeAmendment(context, tx, id, status);
    await tx.update(amendments).set({ status }).where(eq(amendments.id, id));
  });
}

/** Locks the record of the customer whose data an amendment of the studio is about. */
async function lockAmendedCustomer(tx: Database, studio: Studio, amendmentId: number): Promise<Customer> {
  const [found] = await tx
    .select({ customerId: amendments.customerId, studioId: customers.studioId })
    .from(amendments)
    .innerJoin(customers, eq(customers.id, amendments.customerId))
    .where(eq(amendments.id, amendmentId));
  if (found?.studioId !== studio.id) throw notFound(amendmentId);
  return lockCustomerRecord(tx, found.customerId);
}

async function amendmentOf(tx: Database, amendmentId: number): Promise<Amendment | undefined> {
  const [amendment] = await tx.select().from(amendments).where(eq(amendments.id, amendmentId));
  return amendment;
}

/** Returns an amendment in one of the statuses. It is certain to stay in it only while the customer is locked. */
async function pendingOf(
  tx: Database,
  customerId: number,
  amendmentId: number,
  statuses: readonly Amendment['status'][] = ['PENDING'],
): Promise<Amendment> {
  const amendment = await amendmentOf(tx, amendmentId);
  if (amendment?.customerId !== customerId) throw notFound(amendmentId);
  if (statuses.includes(amendment.status)) return amendment;
  throw new ApiError('errormessage.customer.amendment.closed', 'amendmentId', {
    amendmentId,
    status: amendment.status,
  });
}

function notFound(amendmentId: number): ApiError {
  return new ApiError('errormessage.customer.amendment.not.found', 'amendmentId', { amendmentId });
}
