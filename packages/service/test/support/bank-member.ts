import { expect } from 'vitest';
import { debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { runQueue } from './batches.js';
import { NINA } from './buyer.js';
import { type GatewayClient, requestToken } from './clients.js';
import { makePaymentRun } from './payment-run.js';
import type { TestService } from './service.js';

type DebitRequest = Parameters<GatewayClient['debitRequest']>;

/** Makes a member whose claims are debited by a method. @returns the customer's id */
export async function memberWith(
  service: TestService,
  key: string,
  method: DebitRequest[0],
  details: DebitRequest[1],
): Promise<number> {
  const gateway = await openAccount(service, key);
  const payment = await gateway.pay(await gateway.debitRequest(method, details));
  return createMember(service, key, requestToken(payment));
}

/** Makes a member who has signed a Direct Debit Request of BECS on its page. @returns the customer's id */
export async function memberWithBecs(service: TestService, key: string): Promise<number> {
  const gateway = await openAccount(service, key);
  const returnUrl = 'http://localhost:5173/account';
  const { body: made } = await gateway.create({ paymentMethod: 'BECS', returnUrl });
  const { body } = await gateway.authenticate(made.id);
  if (body.nextAction?.type !== 'REDIRECT') throw new Error(`The payment leads nowhere: ${body.status}.`);
  const { url } = body.nextAction;
  const page = await service.app.app.inject({ url, headers: { accept: 'text/html' } });
  const signed = await service.app.app.inject({
    method: 'POST',
    url,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      read: /name="read" value="(\w+)"/.exec(page.body)?.[1] ?? '',
      accountHolder: 'Ruby Campbell',
      bankLocationId: '123-456',
      accountNumber: '000123456',
      email: 'ruby@example.com',
      accepted: 'yes',
    }).toString(),
  });
  expect(signed.statusCode, signed.body).toBe(303);
  return createMember(service, key, requestToken((await gateway.get(made.id)).body));
}

async function openAccount(service: TestService, key: string): Promise<GatewayClient> {
  service.clock.advance(1000);
  return service.gateway(await service.api(key).session({ amount: 0, scope: 'MEMBER_ACCOUNT' }));
}

async function createMember(service: TestService, key: string, paymentRequestToken: string): Promise<number> {
  const { status, body } = await service
    .api(key)
    .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.customerId;
}

/** Lets a claim fall due, be debited by the payment run, and be announced. @param amount minor units */
export async function owe(service: TestService, customerId: number, amount: number): Promise<void> {
  service.clock.advance(1000);
  const dueDate = service.clock.now().toISOString().slice(0, 10);
  await service.database.db.insert(debtClaims).values({ customerId, description: 'Fee', amount, dueDate });
  await makePaymentRun(service.app.context);
  await runQueue(service.app.context, 'BANK_NOTICES', 0);
}
