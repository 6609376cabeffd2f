import { eq } from 'drizzle-orm';
import type { Context, Studio } from '../../context.js';
import { ApiError } from '../../errors/api-error.js';
import { requireUnchanged } from '../../requests/require-unchanged.js';
import type { Database } from '../../store/database.js';
import { contactDataAmendments } from '../../store/customer-tables.js';
import { customers } from '../../store/schema.js';
import { findCustomer } from '../customers.js';
import { lockCustomerRecord } from '../lock-customer-record.js';
import { change, closeAmendment } from './amend-contact-data.js';
import type { Amendment } from './contact-data.js';

/**
 * Takes back a change that a member has asked for.
 *
 * @throws ApiError 404 when the customer has no such amendment, 400 when it was decided or withdrawn before, 409 when
 *   another request has changed it since this one began; as `findCustomer`.
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
 * Decides about a change that a member of the studio has asked for. One that is approved is made, and partners are told.
 *
 * @throws ApiError 404 when the studio has no such amendment, 400 when it was decided or withdrawn before.
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

/** It stays pending only while the customer is locked. */
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
