import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Schemas } from '@upc/contract/gateway';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { events } from '../../src/core/events.tables.js';
import { deriveKeys } from '../../src/core/secrets/secret-keys.js';
import { hashToken } from '../../src/core/secrets/tokens.js';
import { payments } from '../../src/modules/payments/payments.tables.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { subscribe } from '../../src/modules/webhooks/subscriptions.js';
import { webhookDeliveries, webhookSubscriptions } from '../../src/modules/webhooks/webhooks.tables.js';
import { NINA } from '../support/buyer.js';
import { EUR_KEY } from '../support/service.js';
import { SECRET, TwoServices } from '../support/two-services.js';
import { until } from '../support/until.js';

/* Both processes run batches of jobs all the time. Work done by one must not be done again by the other. */

let services: TwoServices;
let receiver: Server;
/** Ids of the events received, once for each delivery. */
const received: string[] = [];

const times = <T>(count: number, once: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => once(index)));

describe('two processes on PostgreSQL', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        received.push((JSON.parse(body) as { uuid: string }).uuid);
        response.end();
      });
    });
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    services = await TwoServices.shared();
    await subscribe(services.database.db, deriveKeys(SECRET), {
      apiKey: EUR_KEY,
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`,
      webhookKey: 'key-of-the-receiver',
      types: ['CUSTOMER_CREATED'],
    });
    expect((await services.api('studios/confirmActivation', {})).status).toBe(200);
  }, 180_000);
  afterAll(async () => {
    await services.database.db.update(webhookSubscriptions).set({ isActive: false });
    await new Promise((closed) => {
      receiver.close(closed);
      receiver.closeAllConnections();
    });
  });

  test('each event is sent by one of them, once', async () => {
    const made = await times(20, () =>
      services.api<{ customerId: number }>('customers/create', {
        ...NINA,
        lastName: `Brandt ${randomUUID()}`,
      }),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    const { db } = services.database;
    const ids = made.map(({ body }) => body.customerId);
    const ours = and(
      inArray(webhookDeliveries.entityId, ids),
      eq(webhookDeliveries.type, 'CUSTOMER_CREATED'),
    );
    const isUntried = and(ours, eq(webhookDeliveries.attempts, 0));
    await until(async () => (await db.$count(webhookDeliveries, isUntried)) === 0);
    const uuids = (await db.select().from(webhookDeliveries).where(ours)).map(({ uuid }) => uuid);
    expect(uuids).toHaveLength(ids.length);
    // An event is taken before it is sent, so at this point it is on its way or has been received.
    await until(() => uuids.every((uuid) => received.includes(uuid)));
    expect(received.filter((uuid) => uuids.includes(uuid)).sort()).toEqual(uuids.sort());
  });

  test('each session that is past its time is ended once', async () => {
    const { db } = services.database;
    const tokens = await times(20, () => services.session({ amount: 10 }));
    // Half of them have a hold that must be released.
    const paid = await times(10, (index) => services.paySepa(tokens[index] ?? ''));
    await services.advance(31 * 60_000);
    await services.settled();
    const ended = await db
      .select({ id: paymentSessions.id, status: paymentSessions.status })
      .from(paymentSessions)
      .where(inArray(paymentSessions.tokenHash, tokens.map(hashToken)));
    expect(ended.map(({ status }) => status)).toEqual(tokens.map(() => 'EXPIRED'));
    const ids = ended.map(({ id }) => id);
    const ends = await db
      .select({ id: events.sessionId })
      .from(events)
      .where(and(eq(events.kind, 'SESSION_EXPIRED'), inArray(events.sessionId, ids)));
    expect(ends.map(({ id }) => id).sort()).toEqual(ids.sort());
    const attempts = await db
      .select({ status: payments.status })
      .from(payments)
      .where(inArray(payments.id, paid.map(({ id }) => id))); // prettier-ignore
    expect(attempts.map(({ status }) => status)).toEqual(paid.map(() => 'CANCELLED'));
  });

  test('one Idempotency-Key of a widget, sent to both at the same time, makes one payment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const token = await services.session({ amount: 10 });
      const session = await services.gateway(token, 'GET', 'session');
      const { paymentMethods } = session.body as unknown as Schemas['Session'];
      const sepa = paymentMethods.find(({ paymentMethod }) => paymentMethod === 'SEPA');
      const { reference, version, language } = sepa?.mandate ?? {};
      const key = randomUUID();
      const body = {
        paymentMethod: 'SEPA',
        details: { accountHolder: 'Mara Lindner', iban: 'DE89370400440532013000' },
        mandate: { reference, version, language, accepted: true },
      };
      const answers = await times(6, (index) =>
        services.gateway(token, 'POST', 'payments', body, { at: index % 2 === 0 ? 0 : 1, key }),
      );
      const made = await services.database.db
        .select({ id: payments.id })
        .from(payments)
        .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
        .where(eq(paymentSessions.tokenHash, hashToken(token)));
      expect(made).toHaveLength(1);
      // A request that arrives while the first is being processed may be refused with 409.
      const others = answers.filter(({ status }) => status !== 201);
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 409));
      expect(others.length).toBeLessThan(answers.length);
      for (const { status, body: payment } of answers)
        if (status === 201) expect(payment.id).toBe(made[0]?.id);
    }
  });
});
