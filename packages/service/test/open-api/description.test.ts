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

/** Statuses that every operation may return (specification, Endpoints), and those that a body adds. */
const ANSWERS = ['200', '400', '401', '403', '404', '409', '429', '500', '503'];
const TO_BODIES = ['413', '415'];

test('every operation has a name of its own, a summary, and the statuses that it may answer', async () => {
  const { openapi, paths } = (await service.app.app.inject('/openapi.json')).json<Described>();
  expect(openapi).toBe('3.1.0');
  const described = Object.values(paths).flatMap((path) => Object.entries(path));
  const operations = described.map(([, operation]) => operation);
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(operations.length);
  expect(ids).not.toContain(undefined);
  for (const [method, { operationId, summary, responses }] of described) {
    expect(summary).toMatch(/\w/);
    const answers = method === 'get' ? ANSWERS : [...ANSWERS, ...TO_BODIES];
    expect(Object.keys(responses).toSorted(), operationId).toEqual(answers.toSorted());
  }
});
