import pg from 'pg';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SERVER } from '../../../../test/support/database.js';
import { payByCard } from '../../../../test/support/cards.js';
import { requestToken } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';

let service: TestService;

/** Counts round trips to the database, including `begin` and `commit`. Calls to the provider do not count. */
async function tripsOf<T>(work: () => Promise<T>): Promise<[trips: number, T]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    return [query.mock.calls.length, result];
  } finally {
    query.mockRestore();
  }
}

beforeAll(async () => {
  if (SERVER !== undefined) service = await startTestService();
});
afterAll(() => service?.close());

describe.runIf(SERVER !== undefined)('a payment by direct debit', () => {
  // packages/bench/SERVICE.md explains each round trip. Each request from a page has one more, which looks up its
  // origin among those of all studios. The response to a payment that stores its instrument has one more, which reads its token.
  test('takes few round trips', async () => {
    const [made, token] = await tripsOf(() => service.api().session({ scope: 'ECOM', amount: 25 }));
    const gateway = service.gateway(token);
    const [shown] = await tripsOf(() => gateway.session());
    const request = await gateway.sepaRequest();
    const [started, { body }] = await tripsOf(() => gateway.create(request));
    const [authenticated, answer] = await tripsOf(() => gateway.authenticate(body.id));
    expect(answer.body.status).toBe('PREAUTHED');
    expect({ made, shown, started, authenticated }).toEqual({
      made: 2,
      shown: 1 + 1,
      started: 10 + 1,
      authenticated: 13 + 1,
    });
  });
});

describe.runIf(SERVER !== undefined)('a session with a card that expires soon', () => {
  // With a contract that runs, there are two more, for its modules and idle periods.
  test('takes two more, for claims and contracts', async () => {
    const customerId = 2002;
    const session = async () => service.gateway(await service.api().session({ customerId }));
    const paymentRequestToken = requestToken(await payByCard(service, await session()));
    const path = `/v1/customers/${customerId}/account/payment-instrument`;
    expect((await service.api().post(path, { paymentRequestToken })).status).toBe(200);
    const shown = async () => (await tripsOf(async () => (await session()).session()))[0];
    const lasting = await shown();
    const expiry = sql`jsonb_set(${paymentInstruments.details}, '{creditCard,expiry}', '"12/26"')`;
    await service.database.db.update(paymentInstruments).set({ details: expiry });
    expect((await shown()) - lasting).toBe(2);
  });
});

describe.runIf(SERVER !== undefined)('a session', () => {
  test.each([
    ['a new person', {}, 2],
    ['a known person', { customerId: 2001 }, 9],
  ])('of %s takes few round trips, and one more when it is prefetched', async (_, fields, trips) => {
    const [made] = await tripsOf(() => service.api().session(fields));
    const [prefetched] = await tripsOf(() =>
      service.api().session({ ...fields, prefetch: { locale: 'de' } }),
    );
    expect({ made, prefetched }).toEqual({ made: trips, prefetched: trips + 1 });
  });
});
