import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Schemas } from '@upc/contract/gateway';
import { todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { type KeyedRequest, requestHash } from '../../core/idempotency/idempotency.js';
import { hashToken } from '../../core/secrets/tokens.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { startPayment } from '../../modules/payments/attempts/attempt.js';
import { authenticatePayment } from '../../modules/payments/attempts/authentication.js';
import { mandateReference } from '../../modules/payments/mandates/mandate-offer.js';
import { currentText } from '../../modules/payments/mandates/mandate-texts.js';
import { SimulatorClient } from '../../modules/payments/providers/simulator/simulator-client.js';
import { userSessionCreation } from '../../modules/payments/sessions/session-creation.js';
import type { SessionOfStudio } from '../../modules/payments/sessions/sessions.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { replaceInstrument } from '../../modules/payments/usages/account-usages.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';

const CUSTOMER_WITH_ACCOUNT = 2002;
/** A member whose card expires before the next fee of the contract falls due. */
const CUSTOMER_WITH_EXPIRING_CARD = 2008;

/**
 * Gives members of the demo a stored account and a stored card in the usual way, through a session and a usage, so that
 * the provider has them too. Members who already have an instrument keep it.
 *
 * @param simulatorUrl the simulated provider's origin as the service reaches it
 */
export async function seedStoredInstruments(context: Context, simulatorUrl: string): Promise<void> {
  await seedInstrument(context, CUSTOMER_WITH_ACCOUNT, ({ session }, holder) => {
    const text = currentText(context.mandateTexts, 'SEPA', 'en');
    return {
      paymentMethod: 'SEPA',
      details: { accountHolder: holder, iban: 'DE89370400440532013000' },
      mandate: {
        reference: mandateReference(session.id, true),
        version: text.version,
        language: text.language,
        accepted: true,
      },
    };
  });
  await seedInstrument(
    context,
    CUSTOMER_WITH_EXPIRING_CARD,
    (_, cardHolder) => ({
      paymentMethod: 'CREDIT_CARD',
      details: { cardHolder },
      returnUrl: 'http://localhost:4030/',
    }),
    (started, studio, holder) => {
      const [year, month] = todayAt(context, studio).split('-');
      const card = { number: '4242424242424242', expiry: `${month}/${year?.slice(2)}`, cvc: '123', holder };
      return enterCard(simulatorUrl, started, card);
    },
  );
}

type RequestOf = (found: SessionOfStudio, holder: string) => Schemas['PaymentRequest'];
/** What a person does between the start of a payment and its authentication. */
type Act = (started: Schemas['Payment'], studio: Studio, holder: string) => Promise<void>;

async function seedInstrument(
  context: Context,
  customerId: number,
  requestOf: RequestOf,
  act?: Act,
): Promise<void> {
  const [customer] = await context.db.select().from(customers).where(eq(customers.id, customerId));
  if (customer?.paymentInstrumentId !== null) return;
  const { studioId } = customer;
  const [studio] = await context.db.select().from(studios).where(eq(studios.id, studioId));
  if (!studio) throw new Error(`The studio ${studioId} of the demo is not there.`);
  const keyed: KeyedRequest = {
    scope: `studio ${studioId} demo`,
    key: null,
    hash: requestHash(context, () => `stored instrument of ${customerId}`),
    traceId: randomUUID(),
  };
  const { token } = await userSessionCreation(context)(
    studio,
    { amount: 0, scope: 'MEMBER_ACCOUNT', customerId, referenceText: 'Membership' },
    keyed,
  );
  const isOfToken = eq(paymentSessions.tokenHash, hashToken(token));
  const [session] = await context.db.select().from(paymentSessions).where(isOfToken);
  if (!session) throw new Error('The session of the demo is not there.');
  const found = { session, studio };
  const holder = `${customer.firstName} ${customer.lastName}`;
  const meta = {
    ...keyed,
    key: randomUUID(),
    language: 'en',
    locale: 'en',
    ip: '127.0.0.1',
    userAgent: 'demo data',
  };
  const started = await startPayment(context, found, requestOf(found, holder), meta);
  await act?.(started, studio, holder);
  const paid = await authenticatePayment(context, found, started.id, meta);
  if (paid.paymentRequestToken === undefined) throw new Error(`The provider says ${paid.status}.`);
  await replaceInstrument(context, { studio, customerId }, paid.paymentRequestToken, keyed);
}

/** Enters a card as a person does in the provider's frame, which alone receives cards. */
async function enterCard(
  baseUrl: string,
  { nextAction }: Schemas['Payment'],
  card: Readonly<Record<'number' | 'expiry' | 'cvc' | 'holder', string>>,
): Promise<void> {
  if (nextAction?.type !== 'PROVIDER_CONFIRM') throw new Error('The provider does not ask for a card.');
  const { clientSecret = '', publicKey = '' } = nextAction;
  const [intent = ''] = clientSecret.split('_secret_');
  const frame = new SimulatorClient({ baseUrl, secretKey: clientSecret, account: publicKey });
  await frame.call(Type.Object({ status: Type.String() }), {
    method: 'POST',
    path: `/v1/browser/intents/${intent}/confirm`,
    body: { card },
    idempotencyKey: randomUUID(),
  });
}
