import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSwitchable, NINA, TERMS, tokenFor } from '../../../../test/support/buyer.js';
import { type ErrorBody, OpenApiClient } from '../../../../test/support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../../../../test/support/service.js';
import { runBatches } from '../../../../test/support/batches.js';
import { customers } from '../../customers/customers.tables.js';
import { contracts } from '../../memberships/contracts/contracts.tables.js';
import { accountTransactions } from '../account/account.tables.js';

/* A request that carries tokens is recognised by its tokens and its body, without any header. */

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.onStep = () => {};
  service.network.mend();
});

const MEMBER = 2001;
const inFull = { contractOfferTermId: TERMS.inFull, startDate: '2026-12-01' };

type Made = { customerId: number } & ErrorBody;
interface Request {
  readonly url: string;
  readonly body: Record<string, unknown>;
}

const send = ({ url, body }: Request, client = service.api()) => client.post<Made>(url, body);
const payable = async (amount: number, fields: object = {}) =>
  (await tokenFor(service, { scope: 'ECOM', amount, ...fields })).token;
const signup = (token: string, customer: object = {}): Request => ({
  url: '/v1/memberships/signup',
  body: { contract: { ...inFull, initialPaymentRequestToken: token }, customer: { ...NINA, ...customer } },
});

const finishEverything = () =>
  runBatches(service.app.context, 0, (fault) => {
    throw fault;
  });

async function counted() {
  const { db } = service.app.context;
  const [people, signed, booked] = await Promise.all([
    db.select().from(customers),
    db.select().from(contracts),
    db.select().from(accountTransactions),
  ]);
  const taken = service.simulator
    .ledger()
    .filter(({ mode }) => mode === 'payment')
    .reduce((sum, { captured, pending, refunded }) => sum + captured + pending - refunded, 0);
  return { customers: people.length, contracts: signed.length, transactions: booked.length, taken };
}

/** Every operation that takes a token, with a valid request, and another body that contains the same tokens. */
const OPERATIONS: Record<string, () => Promise<{ request: Request; other: object }>> = {
  signup: async () => {
    const request = signup(await payable(399));
    return { request, other: { ...request.body, customer: { ...NINA, lastName: 'Other' } } };
  },
  'signup with the instrument alone': async () => {
    const { token: paymentRequestToken } = await tokenFor(service, {});
    const contract = { contractOfferTermId: TERMS.free, startDate: '2026-12-01' };
    const body = { contract, customer: { ...NINA, paymentRequestToken } };
    return {
      request: { url: '/v1/memberships/signup', body },
      other: { ...body, contract: { ...contract, startDate: '2026-12-02' } },
    };
  },
  'customers/create': async () => {
    const { token: paymentRequestToken } = await tokenFor(service, {});
    const body = { ...NINA, paymentRequestToken };
    return { request: { url: '/v1/customers/create', body }, other: { ...body, lastName: 'Other' } };
  },
  'add-membership': async () => {
    const body = { ...inFull, initialPaymentRequestToken: await payable(399, { customerId: MEMBER }) };
    return {
      request: { url: `/v1/memberships/customers/${MEMBER}/add-membership`, body },
      other: { ...body, notes: 'Other' },
    };
  },
  'membership-switch': async () => {
    const body = {
      configId: 9001,
      sourceContractId: await addSwitchable(service, MEMBER),
      membershipOfferTermId: TERMS.inFull,
      startDate: '2026-12-20',
      initialPaymentRequestToken: await payable(399, { customerId: MEMBER }),
    };
    return {
      request: { url: `/v1/memberships/${MEMBER}/membership-switch`, body },
      other: { ...body, startDate: '2026-12-21' },
    };
  },
  'account/payment': async () => {
    const paymentRequestToken = await payable(5, { customerId: MEMBER });
    const body = { paymentRequestToken, amount: { amount: 5, currency: 'EUR' } };
    return {
      request: { url: `/v1/customers/${MEMBER}/account/payment`, body },
      other: { ...body, amount: { amount: 4, currency: 'EUR' } },
    };
  },
  'account/payment-instrument': async () => {
    const { token: paymentRequestToken } = await tokenFor(service, { customerId: MEMBER });
    const url = `/v1/customers/${MEMBER}/account/payment-instrument`;
    return { request: { url, body: { paymentRequestToken } }, other: {} };
  },
};

describe.each(Object.entries(OPERATIONS))('%s', (_, make) => {
  test('sent five times at once, and again to another process, it is answered alike; with another body it is refused', async () => {
    const { request, other } = await make();
    const before = await counted();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(request)));
    const [first] = answers;
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(5).fill([200, first?.body]));
    const after = await counted();
    expect(after.customers - before.customers).toBeLessThanOrEqual(1);
    expect(after.contracts - before.contracts).toBeLessThanOrEqual(1);
    expect(after.transactions - before.transactions).toBeLessThanOrEqual(1);
    const restarted = await service.another();
    const again = await send(request, new OpenApiClient(restarted.app, EUR_KEY, service.description));
    expect([again.status, again.body]).toEqual([200, first?.body]);
    await restarted.close();
    // The body for replacing an instrument contains only the token, so the second request sends the token to another
    // operation instead.
    const answer = Object.keys(other).length
      ? await send({ ...request, body: other as Request['body'] })
      : await send({ ...request, url: '/v1/customers/2001/account/payment', body: { ...request.body, amount: { amount: 1, currency: 'EUR' } } }); // prettier-ignore
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'errormessage.payment.token.used']);
    expect(await counted()).toEqual(after);
  });
});

describe('after an answer of 503', () => {
  test.each(['request-lost', 'answer-lost'] as const)(
    'and the end by the jobs (%s), the same request learns the customer',
    async (fault) => {
      const request = signup(await payable(399));
      const before = await counted();
      service.network.lose(fault, /./);
      const unheard = await send(request);
      expect([unheard.status, unheard.body.errorCode]).toEqual([503, 'errormessage.payment.outcome.unknown']);
      expect(Number(unheard.headers['retry-after'])).toBeGreaterThan(0);
      service.network.mend();
      await finishEverything();
      const again = await send(request);
      expect(again.status, JSON.stringify(again.body)).toBe(200);
      const { db } = service.app.context;
      const [made] = await db.select().from(customers).where(eq(customers.id, again.body.customerId));
      expect(made).toMatchObject({ firstName: 'Nina' });
      expect(await counted()).toMatchObject({
        customers: before.customers + 1,
        contracts: before.contracts + 1,
        taken: before.taken + 39900,
      });
    },
  );
});

test('a request that was declined is a new try: nothing was made, and the person may have paid in meanwhile', async () => {
  const { token } = await tokenFor(
    service,
    { scope: 'ECOM', amount: 399 },
    { iban: 'DE65370400440002222227' },
  );
  const request = signup(token);
  const before = await counted();
  for (let tries = 0; tries < 2; tries += 1) {
    const answer = await send(request);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'PAYMENT_DECLINED']);
  }
  expect(await counted()).toEqual(before);
});
