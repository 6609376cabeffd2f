import { randomUUID } from 'node:crypto';
import { and, eq, max } from 'drizzle-orm';
import { requireUnchanged } from '../../../core/concurrency.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { sealedJson } from '../../../core/database/sealed-json.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { keepResult, type KeyedRequest } from '../../../core/idempotency/idempotency.js';
import type { Studio } from '../../studios/studios.tables.js';
import { type CustomerOfStudio, findCustomer, findCustomerOfStudio } from '../customers.js';
import { COMMUNICATION, type Communication } from './communication.stored.js';
import { communications, communicationThreads, type ThreadStatus } from './communication.tables.js';

/** Encrypts communications, each bound to its `contentKey`. */
export const SEALED_COMMUNICATION = sealedJson(communications.contentEncrypted, COMMUNICATION);

/** A message in a thread, and the thread's status after it. */
export interface CommunicationRequest {
  readonly communication: Communication;
  readonly threadStatus: ThreadStatus;
  /** The time of the message; null means the current time. */
  readonly communicatedAt: Date | null;
}

export interface KeptCommunication {
  readonly communicationId: number;
  readonly threadId: number;
}

/**
 * Stores a message between a customer and the studio from another system, such as a ticket system. It starts a new
 * thread or continues an existing one, which gets the given status even if it was closed.
 *
 * @param threadId null for a new thread.
 * @throws ApiError 404 if the customer has no such thread; 409 if the Idempotency-Key was used with another request, or
 * if another request has changed the thread since this one began; otherwise like `findCustomer`.
 */
export async function keepCommunication(
  context: Context,
  { studio, customerId, threadId }: CustomerOfStudio & { readonly threadId: number | null },
  request: CommunicationRequest,
  keyed: KeyedRequest,
): Promise<KeptCommunication> {
  return context.db.transaction(async (tx) => {
    await findCustomer(tx, studio.id, customerId, 'customerId');
    const seen = threadId === null ? null : await stateOf(tx, customerId, threadId);
    const contentKey = randomUUID();
    const madeKey = await keepResult(context, tx, keyed, contentKey);
    if (madeKey !== contentKey) return keptUnder(tx, madeKey);
    const thread = await (seen === null
      ? newThread(context, tx, customerId, request.threadStatus)
      : goOn(tx, customerId, seen, request.threadStatus));
    const now = context.clock.now();
    const [kept] = await tx
      .insert(communications)
      .values({
        contentKey,
        threadId: thread,
        contentEncrypted: SEALED_COMMUNICATION.seal(context.keys, contentKey, request.communication),
        communicatedAt: request.communicatedAt ?? now,
        createdAt: now,
      })
      .returning({ communicationId: communications.id, threadId: communications.threadId });
    if (!kept) throw new Error('A communication was not kept.');
    return kept;
  });
}

/**
 * Closes a conversation on behalf of the studio. The next communication in it opens it again.
 *
 * @returns the previous status.
 * @throws ApiError 404 if there is no such thread; 403 if its customer belongs to another studio.
 */
export async function closeThread(tx: Database, studio: Studio, threadId: number): Promise<ThreadStatus> {
  const [thread] = await tx
    .select()
    .from(communicationThreads)
    .where(eq(communicationThreads.id, threadId))
    .for('update');
  if (!thread) throw new ApiError('errormessage.communication.thread.not.found', 'threadId', { threadId });
  await findCustomerOfStudio(tx, studio.id, thread.customerId, 'threadId');
  await tx
    .update(communicationThreads)
    .set({ status: 'CLOSED' })
    .where(eq(communicationThreads.id, threadId));
  return thread.status;
}

async function newThread(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  customerId: number,
  status: ThreadStatus,
): Promise<number> {
  const [made] = await tx
    .insert(communicationThreads)
    .values({ customerId, status, createdAt: clock.now() })
    .returning({ id: communicationThreads.id });
  if (!made) throw new Error('The thread was not created.');
  return made.id;
}

/** The part of a thread that changes with each communication. */
interface ThreadState {
  readonly threadId: number;
  readonly status: ThreadStatus;
  readonly newest: number | null;
}

/**
 * Loads the state of a thread.
 *
 * @throws ApiError 404 if the customer has no such thread.
 */
async function stateOf(tx: Database, customerId: number, threadId: number): Promise<ThreadState> {
  const [found] = await tx
    .select({ status: communicationThreads.status, newest: max(communications.id) })
    .from(communicationThreads)
    .leftJoin(communications, eq(communications.threadId, communicationThreads.id))
    .where(and(eq(communicationThreads.id, threadId), eq(communicationThreads.customerId, customerId)))
    .groupBy(communicationThreads.id);
  if (found) return { threadId, ...found };
  throw new ApiError('errormessage.communication.thread.not.found', 'threadId', { threadId });
}

async function goOn(
  tx: Database,
  customerId: number,
  seen: ThreadState,
  status: ThreadStatus,
): Promise<number> {
  const { threadId } = seen;
  const isThread = eq(communicationThreads.id, threadId);
  await tx.select().from(communicationThreads).where(isThread).for('update');
  requireUnchanged(seen, await stateOf(tx, customerId, threadId), 'threadId');
  await tx.update(communicationThreads).set({ status }).where(isThread);
  return threadId;
}

async function keptUnder(tx: Database, contentKey: string): Promise<KeptCommunication> {
  const [kept] = await tx
    .select({ communicationId: communications.id, threadId: communications.threadId })
    .from(communications)
    .where(eq(communications.contentKey, contentKey));
  if (!kept) throw new Error('The result of an Idempotency-Key no longer exists.');
  return kept;
}
