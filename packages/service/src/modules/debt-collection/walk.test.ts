import { readFileSync } from 'node:fs';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { CollectionStudio } from './collection-scene.fixture.js';

/* Sends the calls of docs/debt-collection.md in their order, exactly as documented, against the demo's run. */

const page = readFileSync(new URL('../../../../../docs/debt-collection.md', import.meta.url), 'utf8');
const CALLS = [...page.matchAll(/```http\n(GET|POST) (\S+)\n([^`]*)```/g)].map(
  ([, method = 'GET', url = '', body = '']) => ({ method: method as 'GET' | 'POST', url, body: body.trim() }),
);

let service: TestService;
let studio: CollectionStudio;
beforeAll(async () => {
  service = await startTestService();
  studio = new CollectionStudio(service);
  await studio.settings({ debtModificationOnUpdateMode: 'IMMEDIATELY' });
});
afterAll(() => service.close());

/** Response values that later calls need. */
interface Debtors {
  result: { debtorId: string; collectionCases: { collectionCaseId: string; debt: { debtId: string }[] }[] }[];
}

test('every call of the page is answered with 200, and the account is as it says', async () => {
  const given: Record<string, string> = { runId: '40000' };
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (hole, name: string) => given[name] ?? hole);
  const seen: string[] = [];
  for (const { method, url, body } of CALLS) {
    const request: InjectOptions = { method, url: filled(url) };
    if (method === 'POST') request.payload = body === '' ? {} : (JSON.parse(filled(body)) as object);
    const answer = await studio.partner().request<Debtors>(request);
    expect(answer.status, `${method} ${url}: ${JSON.stringify(answer.body)}`).toBe(200);
    seen.push(url.split('?')[0] ?? '');
    if (!url.includes('{runId}/debtors')) continue;
    const [debtor] = answer.body.result;
    const [handedOver] = debtor?.collectionCases ?? [];
    given.debtorId = debtor?.debtorId ?? '';
    given.collectionCaseId = handedOver?.collectionCaseId ?? '';
    handedOver?.debt.forEach(({ debtId }, index) => (given[`debtId${index + 1}`] = debtId));
  }
  // The page must cover every operation of a partner.
  const { paths } = service.app.app.swagger() as { paths: Record<string, unknown> };
  const operations = Object.keys(paths).filter((path) => path.startsWith('/v1/debt-collection'));
  const walked = seen.map((url) => url.replace('{runId}', '{debtCollectionRunId}'));
  expect([...new Set(walked)].sort()).toEqual(operations.sort());
  // 39.90 was paid; 5.00 was reduced and 34.90 written off.
  expect(await studio.booked(given.debtId1)).toEqual([3990, 0, 0]);
  expect(await studio.booked(given.debtId2)).toEqual([0, 500, 3490]);
  expect(await studio.balances(2011)).toMatchObject({
    accountBalance: 0,
    inDebtCollection: false,
    dunningLevel: '0',
  });
});
