import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Schemas } from '@upc/contract/gateway';
import type { Database } from '../../src/core/database/database.js';
import { customers, paymentCustomers } from '../../src/modules/customers/customers.tables.js';
import { debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { EUR_KEY } from '../support/service.js';

/** Amount that each member owes and pays, in minor units. */
export const OWED = 2500;
/** Reference text of all their sessions. */
export const REFERENCE = 'Rolling restart';

const ASK_AGAIN_MS = 100;

interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** Creates a member with an open claim. @returns a function that pays it, from the session to the booking. */
export async function member(db: Database, url: string): Promise<() => Promise<number[]>> {
  const person = randomUUID();
  await db.insert(paymentCustomers).values({ id: person, studioId: 1001, createdAt: new Date() });
  const [customer] = await db
    .insert(customers)
    .values({ studioId: 1001, paymentCustomerId: person, firstName: 'Test', lastName: 'Person' })
    .returning();
  const customerId = customer?.id ?? 0;
  const [claim] = await db
    .insert(debtClaims)
    .values({ customerId, description: 'Fee', amount: OWED, dueDate: '2026-01-01' })
    .returning();
  return () => pay(url, customerId, claim?.id ?? 0);
}

/** Pays a claim. @returns the statuses of all responses. */
async function pay(url: string, customerId: number, claimId: number): Promise<number[]> {
  const partner = { 'x-api-key': EUR_KEY };
  const opened = await send<{ token: string }>(`${url}/v1/payments/user-session`, 'POST', partner, {
    scope: 'ECOM',
    amount: OWED / 100,
    referenceText: REFERENCE,
    customerId,
  });
  const widget = { 'x-user-payment-session-token': opened.body.token };
  const session = await send<Schemas['Session']>(`${url}/api/v1/session`, 'GET', widget);
  const sepa = session.body.paymentMethods.find(({ paymentMethod }) => paymentMethod === 'SEPA');
  const { reference, version, language } = sepa?.mandate ?? {};
  const made = await send<Schemas['Payment']>(`${url}/api/v1/payments`, 'POST', widget, {
    paymentMethod: 'SEPA',
    details: { accountHolder: 'Test Person', iban: 'DE89370400440532013000' },
    mandate: { reference, version, language, accepted: true },
  });
  const path = `${url}/api/v1/payments/${made.body.id}/authentication`;
  const authenticated = await send<Schemas['Payment']>(path, 'PUT', widget, {});
  const { paymentRequestToken } = await decided(authenticated.body, () =>
    send<Schemas['Payment']>(`${url}/api/v1/payments/${made.body.id}`, 'GET', widget),
  );
  const paid = await send(`${url}/v1/customers/${customerId}/account/payment`, 'POST', partner, {
    paymentRequestToken,
    amount: { amount: OWED / 100, currency: 'EUR' },
    debtClaimIds: [claimId],
  });
  return [opened, session, made, authenticated, paid].map(({ status }) => status);
}

/** Polls a payment that waits for its provider, as the widget does. */
async function decided(
  payment: Schemas['Payment'],
  ask: () => Promise<Answer<Schemas['Payment']>>,
): Promise<Schemas['Payment']> {
  let known = payment;
  while (known.status === 'AUTHENTICATED' || known.status === 'UNKNOWN') {
    await wait(ASK_AGAIN_MS);
    known = (await ask()).body;
  }
  return known;
}

/** Sends a request, and repeats it unchanged after the pause that the service names when it is busy. */
async function send<T>(
  url: string,
  method: 'GET' | 'POST' | 'PUT',
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer<T>> {
  const sent = body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  for (;;) {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...sent },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const pause = response.headers.get('retry-after');
    if (response.status !== 503 || pause === null) {
      if (response.status > 299) throw new Error(`${method} ${url} was answered ${response.status} ${text}`);
      return { status: response.status, body: JSON.parse(text || 'null') as T };
    }
    await wait(Number(pause) * 1000);
  }
}
