import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { type KeyedRequest, requestHash } from '../../core/idempotency/idempotency.js';
import { hashToken } from '../../core/secrets/tokens.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { startPayment } from '../../modules/payments/attempts/attempt.js';
import { authenticatePayment } from '../../modules/payments/attempts/authentication.js';
import { mandateReference } from '../../modules/payments/mandates/mandate-offer.js';
import { currentText } from '../../modules/payments/mandates/mandate-texts.js';
import { userSessionCreation } from '../../modules/payments/sessions/session-creation.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { replaceInstrument } from '../../modules/payments/usages/account-usages.js';
import { studios } from '../../modules/studios/studios.tables.js';

const CUSTOMER_WITH_INSTRUMENT = 2002;

/**
 * Gives one member of the demo a stored SEPA instrument in the usual way, through a session, a mandate and a usage, so
 * that the provider has it too. Does nothing if the member already has one.
 */
export async function seedStoredInstrument(context: Context): Promise<void> {
  const [customer] = await context.db
    .select()
    .from(customers)
    .where(eq(customers.id, CUSTOMER_WITH_INSTRUMENT));
  if (customer?.paymentInstrumentId !== null) return;
  const studioId = customer.studioId;
  const [studio] = await context.db.select().from(studios).where(eq(studios.id, studioId));
  if (!studio) throw new Error(`The studio ${studioId} of the demo is not there.`);
  const keyed: KeyedRequest = {
    scope: `studio ${studioId} demo`,
    key: null,
    hash: requestHash(context, () => 'stored instrument'),
    traceId: randomUUID(),
  };
  const createUserSession = userSessionCreation(context);
  const { token } = await createUserSession(
    studio,
    { amount: 0, scope: 'MEMBER_ACCOUNT', customerId: customer.id, referenceText: 'Membership' },
    keyed,
  );
  const isOfToken = eq(paymentSessions.tokenHash, hashToken(token));
  const [session] = await context.db.select().from(paymentSessions).where(isOfToken);
  if (!session) throw new Error('The session of the demo is not there.');
  const found = { session, studio };
  const meta = {
    ...keyed,
    key: randomUUID(),
    language: 'en',
    locale: 'en',
    ip: '127.0.0.1',
    userAgent: 'demo data',
  };
  const text = currentText(context.mandateTexts, 'SEPA', 'en');
  const made = await startPayment(
    context,
    found,
    {
      paymentMethod: 'SEPA',
      details: {
        accountHolder: `${customer.firstName} ${customer.lastName}`,
        iban: 'DE89370400440532013000',
      },
      mandate: {
        reference: mandateReference(found.session.id, true),
        version: text.version,
        language: text.language,
        accepted: true,
      },
    },
    meta,
  );
  const paid = await authenticatePayment(context, found, made.id, meta);
  if (paid.paymentRequestToken === undefined) throw new Error(`The provider says ${paid.status}.`);
  await replaceInstrument(context, { studio, customerId: customer.id }, paid.paymentRequestToken, keyed);
}
