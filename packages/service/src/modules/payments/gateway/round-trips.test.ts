import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SERVER } from '../../../../test/support/database.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';

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

describe.runIf(SERVER !== undefined)('a payment by direct debit', () => {
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  // packages/bench/SERVICE.md explains each round trip. Each request from a page has one more, which reads the origins
  // of all studios. The response to a payment that stores its instrument has one more, which reads its token.
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
      started: 19 + 1,
      authenticated: 21 + 1,
    });
  });
});
