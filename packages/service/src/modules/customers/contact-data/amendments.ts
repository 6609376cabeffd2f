import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { requireUnchanged } from '../../../core/concurrency.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { keepResult, type KeyedRequest } from '../../../core/idempotency/idempotency.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { type Customer, findCustomer, lockCustomerRecord } from '../customers.js';
import { customers } from '../customers.tables.js';
import { type Amendment, contactDataOf, pendingAmendment, writeContactData } from './contact-data.js';
import {
  CONTACT_FIELDS,
  type ContactData,
  type ContactDataChanges,
  type ContactField,
} from './contact-data.stored.js';
import { contactDataAmendments } from './contact-data.tables.js';

/** The result of a request to change contact data. */
export interface AmendedContactData {
  /** null if none of the requested changes is pending. */
  readonly amendment: Amendment | null;
  /** The current contact data. */
  readonly contactData: ContactData;
}

/** A change that a member requests. Omitted fields stay unchanged. */
export interface ContactDataRequest {
  readonly customerId: number;
  readonly wanted: ContactDataChanges;
}

/**
 * Changes a member's contact data at the member's request, or stores the change until staff decide on it, depending on
 * the studio's setting. Omitted fields stay unchanged; an empty telephone number removes the number. A further request
 * adds to a pending change. A field with its current value is no change, and if no other field is left, the pending
 * change is withdrawn. A repeat under the same Idempotency-Key changes nothing and returns the current data.
 *
 * @throws ApiError 403 if the studio allows no changes; 400 if no field is given; 409 if another request has changed
 * the record or the pending change since this one began, or the key was used with another request; otherwise like
 * `findCustomer`.
 */
export async function amendContactData(
  context: Context,
  studio: Studio,
  { customerId, wanted }: ContactDataRequest,
  request: KeyedRequest,
): Promise<AmendedContactData> {
  const { amendments } = settingsOf(studio).contactData;
  return context.db.transaction(async (tx) => {
    await findCustomer(tx, studio.id, customerId, 'customerId');
    if (amendments === 'READ') throw new ApiError('errormessage.customer.contact.data.read.only');
    if (Object.keys(wanted).length === 0) {
      throw new ApiError('errormessage.request.nothing.given', undefined, {
        allowed: CONTACT_FIELDS.join(', '),
      });
    }
    // Concurrent copies of the same request wait here.
    const id = randomUUID();
    const isRepeated = (await keepResult(context, tx, request, id)) !== id;
    const seen = await findCustomer(tx, studio.id, customerId, 'customerId');
    const seenPending = await pendingAmendment(tx, customerId);
    const isAtOnce = amendments === 'CHANGES_WITHOUT_VERIFICATION';
    if (isRepeated) return { amendment: isAtOnce ? null : seenPending, contactData: contactDataOf(seen) };
    const customer = await lockCustomerRecord(tx, customerId);
    const pending = await pendingAmendment(tx, customerId);
    requireUnchanged([seen.profile, seenPending], [customer.profile, pending], 'customerId');
    const current = contactDataOf(customer);
    if (isAtOnce) {
      // Staff still decide on changes that were pending before the setting changed, except for the fields of this
      // request.
      const left = pending && differing(without(pending.changes, wanted), current);
      await keepPending(context, tx, customer, { pending, changes: left ?? {} });
      const changes = differing(wanted, current);
      if (Object.keys(changes).length > 0) await change(context, tx, customer, changes);
      return { amendment: null, contactData: contactDataOf(await lockCustomerRecord(tx, customerId)) };
    }
    const changes = differing({ ...pending?.changes, ...wanted }, current);
    const amendment = await keepPending(context, tx, customer, { pending, changes });
    return { amendment, contactData: current };
  });
}

/** Changes the record of a customer and notifies partners. The customer must be locked. */
async function change(
  context: Pick<Context, 'clock'>,
  tx: Database,
  customer: Customer,
  changes: ContactDataChanges,
): Promise<void> {
  await writeContactData(tx, customer, changes);
  await emit(context, tx, customer.studioId, { type: 'CUSTOMER_UPDATED', entityId: customer.id });
}

async function keepPending(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  { id: customerId }: Customer,
  { pending, changes }: { readonly pending: Amendment | null; readonly changes: ContactDataChanges },
): Promise<Amendment | null> {
  if (Object.keys(changes).length === 0) {
    if (pending) await closeAmendment({ clock }, tx, pending.id, 'WITHDRAWN');
    return null;
  }
  const [kept] = pending
    ? await tx
        .update(contactDataAmendments)
        .set({ changes })
        .where(eq(contactDataAmendments.id, pending.id))
        .returning()
    : await tx
        .insert(contactDataAmendments)
        .values({ customerId, status: 'PENDING', changes, createdAt: clock.now() })
        .returning();
  return kept ?? null;
}

/** Closes an amendment and deletes the requested values. The customer must be locked. */
async function closeAmendment(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  amendmentId: number,
  status: Exclude<Amendment['status'], 'PENDING'>,
): Promise<void> {
  await tx
    .update(contactDataAmendments)
    .set({ status, changes: null, closedAt: clock.now() })
    .where(eq(contactDataAmendments.id, amendmentId));
}

/** Returns the requested values that differ from the current ones. */
function differing(wanted: ContactDataChanges, current: ContactData): ContactDataChanges {
  const fields = Object.entries(wanted) as [ContactField, string][];
  return Object.fromEntries(fields.filter(([field, value]) => value !== (current[field] ?? '')));
}

function without(changes: ContactDataChanges | null, others: ContactDataChanges): ContactDataChanges {
  return Object.fromEntries(Object.entries(changes ?? {}).filter(([field]) => !(field in others)));
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

export interface AmendmentDecision {
  readonly amendmentId: number;
  readonly decision: 'APPROVED' | 'REJECTED';
}

/**
 * Approves or rejects a change that a member of the studio has requested. An approved change is applied, and partners
 * are notified.
 *
 * @throws ApiError 404 if the studio has no such amendment; 400 if it was already decided or withdrawn.
 */
export async function decideAmendment(
  context: Context,
  tx: Database,
  studio: Studio,
  { amendmentId, decision }: AmendmentDecision,
): Promise<void> {
  const [found] = await tx
    .select({ customerId: contactDataAmendments.customerId, studioId: customers.studioId })
    .from(contactDataAmendments)
    .innerJoin(customers, eq(customers.id, contactDataAmendments.customerId))
    .where(eq(contactDataAmendments.id, amendmentId));
  if (found?.studioId !== studio.id) throw notFound(amendmentId);
  const customer = await lockCustomerRecord(tx, found.customerId);
  const { changes } = await pendingOf(tx, found.customerId, amendmentId);
  if (decision === 'APPROVED') await change(context, tx, customer, changes ?? {});
  await closeAmendment(context, tx, amendmentId, decision);
}

async function amendmentOf(tx: Database, amendmentId: number): Promise<Amendment | undefined> {
  const [amendment] = await tx
    .select()
    .from(contactDataAmendments)
    .where(eq(contactDataAmendments.id, amendmentId));
  return amendment;
}

/** Returns a pending amendment. It is certain to stay pending only while the customer is locked. */
async function pendingOf(tx: Database, customerId: number, amendmentId: number): Promise<Amendment> {
  const amendment = await amendmentOf(tx, amendmentId);
  if (amendment?.customerId !== customerId) throw notFound(amendmentId);
  if (amendment.status === 'PENDING') return amendment;
  throw new ApiError('errormessage.customer.amendment.closed', 'amendmentId', {
    amendmentId,
    status: amendment.status,
  });
}

function notFound(amendmentId: number): ApiError {
  return new ApiError('errormessage.customer.amendment.not.found', 'amendmentId', { amendmentId });
}
