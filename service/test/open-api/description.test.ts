import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

interface Described {
  openapi: string;
  paths: Record<string, Record<string, { operationId?: string; summary?: string; responses: object }>>;
}

const described = async () => (await service.app.app.inject('/openapi.json')).json<Described>();

/* `npx vitest run --project service -u description` writes the file again. */
test('the description that is checked in describes the routes', async () => {
  await expect(`${JSON.stringify(await described(), null, 2)}\n`).toMatchFileSnapshot(
    '../../openapi/open-api.json',
  );
});

test('every operation has a name of its own, a summary, and answers to a missing key', async () => {
  const { openapi, paths } = await described();
  expect(openapi).toBe('3.1.0');
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(operations.length);
  expect(ids).not.toContain(undefined);
  for (const { summary, responses } of operations) {
    expect(summary).toMatch(/\w/);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '403', '429', '500']));
  }
});
