import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ErrorBody, GatewayClient, OpenApiClient, requestToken } from '../../../test/support/clients.js';
import { EUR_KEY, startTestService, TEST_SECRET, type TestService } from '../../../test/support/service.js';
import type { App } from '../../app.js';

const NEXT = 'dGhlIHNlY3JldCBhZnRlciBhIHJvdGF0aW9uLi4uLi4=';
const CUSTOMER = 2001;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const open = (fields: object = {}) => service.api().session({ customerId: CUSTOMER, ...fields });
const payable = async () =>
  requestToken(await service.gateway(await open({ scope: 'ECOM', amount: 10 })).paySepa());

test('sessions and tokens work as long as the secret they were made with is given, and end with it', async () => {
  const session = await open();
  const [first, second, third] = [await payable(), await payable(), await payable()];
  const instrument = requestToken(await service.gateway(await open()).paySepa());
  const through = ({ app }: App) => {
    const api = new OpenApiClient(app, EUR_KEY, service.description);
    const outcomeOf = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer;
      return status === 200 ? [status] : [status, (body as ErrorBody).errorCode];
    };
    return {
      read: (token: string) => outcomeOf(new GatewayClient(app, token, 'http://localhost:5173').session()),
      pay: (paymentRequestToken: string) =>
        outcomeOf(
          api.post(`/v1/customers/${CUSTOMER}/account/payment`, {
            paymentRequestToken,
            amount: { amount: 10, currency: 'EUR' },
          }),
        ),
      replace: (paymentRequestToken: string) =>
        outcomeOf(api.post(`/v1/customers/${CUSTOMER}/account/payment-instrument`, { paymentRequestToken })),
      open: () => api.session({ customerId: CUSTOMER }),
    };
  };
  const planned = await service.another({ secret: NEXT, previousSecrets: [TEST_SECRET] });
  const during = through(planned);
  expect(await during.read(session)).toEqual([200]);
  expect(await during.pay(first)).toEqual([200]);
  service.clock.advance(1000);
  const later = await during.open();
  const leaked = await service.another({ secret: NEXT });
  try {
    const after = through(leaked);
    expect(await after.read(later)).toEqual([200]);
    expect(await after.read(session)).toEqual([401, 'errormessage.payment.session.invalid']);
    expect(await after.pay(second)).toEqual([400, 'errormessage.payment.token.invalid']);
    expect(await after.replace(instrument)).toEqual([400, 'errormessage.payment.token.invalid']);
    // The repeated request finds the payment that was already made.
    expect(await after.pay(first)).toEqual([200]);
    // The refusal left the token intact: a process that still has the earlier secret accepts it.
    expect(await during.pay(third)).toEqual([200]);
    expect((await service.takenFrom(CUSTOMER)).length).toBe(2);
  } finally {
    await Promise.all([planned.close(), leaked.close()]);
  }
});
