import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { type KeyedRequest, requestHash } from '../../core/idempotency/idempotency.js';
import { keepCommunication } from '../../modules/customers/communication/threads.js';
import { communicationThreads } from '../../modules/customers/communication/communication.tables.js';
import { createPaymentLink } from '../../modules/payments/links/links.js';
import { paymentLinks } from '../../modules/payments/links/links.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { studioFiles } from './studio-files.js';

/** Id of the demo's payment link. */
export const DEMO_LINK = '5b0f6a52-0d1c-4a6e-8b58-0a2005000001';

/**
 * Creates what partners have created in the demo's first studio: a thread with a message, and a payment link. Existing
 * ones stay as they are.
 */
export async function seedPartnerRequests(context: Context): Promise<void> {
  const { db } = context;
  const [first] = studioFiles(context.clock.now());
  const [studio] = first ? await db.select().from(studios).where(eq(studios.id, first.studio.id)) : [];
  if (!studio) return;
  const traceId = randomUUID();
  if ((await db.$count(communicationThreads)) === 0) {
    const communication = {
      subject: 'Lost towel',
      content: 'I left my towel in the changing room. Has anyone found it?',
      communicationDirection: 'INCOMING',
      communicationChannel: 'EMAIL',
      ticketNumber: 'T-1042',
    } as const;
    // If several services start at the same time, the first one creates the thread.
    const keyed: KeyedRequest = {
      scope: `studio ${studio.id} demo`,
      key: 'thread-of-the-demo',
      hash: requestHash(context, () => communication),
      traceId,
    };
    const thread = { studio, customerId: 2002, threadId: null };
    const message = { communication, threadStatus: 'ONGOING', communicatedAt: null } as const;
    await keepCommunication(context, thread, message, keyed);
  }
  await db.transaction(async (tx) => {
    await tx.select().from(studios).where(eq(studios.id, studio.id)).for('update');
    if ((await tx.$count(paymentLinks, eq(paymentLinks.id, DEMO_LINK))) > 0) return;
    const asked = { customerId: 2005, purposes: ['PAYMENT_INSTRUMENT'] } as const;
    await createPaymentLink({ context, tx, traceId }, studio, asked, DEMO_LINK);
  });
}
