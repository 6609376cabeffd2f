import { asc, desc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classes } from '../../src/modules/classes/classes.tables.js';
import { communications } from '../../src/modules/customers/communication/communication.tables.js';
import { SCOPES } from '../../src/modules/integrations/scopes.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import type { ErrorBody } from '../support/clients.js';
import { setScopes } from '../support/integration.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';
import { type DescribedOperation, describedOperations, SPECIFICATION } from './specification.js';

/* These tests send real requests to every operation: scopes, HEAD, headers, languages, slices, date-times. */

const { endpoints, statuses, limits, languages, slices, dates } = SPECIFICATION;
const COLLECTION_KEY = 'test-key-collection-berlin';
/** Id that no entity has. */
const UNKNOWN = '999999';

let service: TestService;
let operations: ReadonlyMap<string, DescribedOperation>;
beforeAll(async () => {
  service = await startTestService();
  operations = describedOperations(service.app.app);
});
afterAll(() => service.close());

const keyFor = (operation: string) => (operation.includes('/v1/debt-collection') ? COLLECTION_KEY : EUR_KEY);
const urlOf = (operation: string) => (operation.split(' ')[1] ?? '').replaceAll('{}', UNKNOWN);

async function call(operation: string, key: string | null = keyFor(operation)) {
  const [name = ''] = operation.split(' ');
  const method = name as DescribedOperation['method'];
  const isReading = method === 'GET' || method === 'DELETE';
  return service.app.app.inject({
    method,
    url: urlOf(operation),
    ...(!isReading && { payload: {} }),
    headers: key === null ? {} : { 'x-api-key': key },
  });
}

describe('Endpoints', () => {
  test('each scope opens its operation alone, and no other scope does', async () => {
    const faults: string[] = [];
    let opened = 0;
    for (const { operation, scopes } of endpoints) {
      const key = keyFor(operation);
      for (const scope of scopes.length === 0 ? [null] : scopes) {
        await setScopes(service.database.db, key, scope === null ? [] : [scope]);
        const { statusCode } = await call(operation);
        if ([401, 403].includes(statusCode) || statusCode >= 500)
          faults.push(`${operation} with ${scope ?? 'no scope'}: ${statusCode}`);
        opened += 1;
      }
      if (scopes.length === 0) continue;
      await setScopes(
        service.database.db,
        key,
        SCOPES.filter((each) => !scopes.includes(each)),
      );
      const refused = await call(operation);
      const { errorCode } = refused.json<ErrorBody>();
      if (refused.statusCode !== 403 || errorCode !== 'errormessage.permission.denied')
        faults.push(`${operation} with every other scope: ${refused.statusCode}`);
    }
    await setScopes(service.database.db, EUR_KEY, SCOPES);
    await setScopes(service.database.db, COLLECTION_KEY, SCOPES);
    expect(faults).toEqual([]);
    expect(opened).toBe(62);
  });

  test('HEAD answers with the key alone', async () => {
    const paths = [...new Set(endpoints.map(({ operation }) => urlOf(operation)))];
    const [valid, invalid] = statuses.head;
    const faults: string[] = [];
    for (const url of paths) {
      for (const [key, expected] of [[EUR_KEY, valid], ['wrong', invalid], [null, invalid]] as const) {
        const headers = key === null ? {} : { 'x-api-key': key };
        const { statusCode, body } = await service.app.app.inject({ method: 'HEAD', url, headers });
        if (statusCode !== expected || body !== '') faults.push(`${url} with ${key}: ${statusCode}`);
      }
    } // prettier-ignore
    expect(faults).toEqual([]);
    expect(paths).toHaveLength(48);
  });
});

describe('Limits', () => {
  test('each answer has the three headers, counted for each operation by itself', async () => {
    const faults: string[] = [];
    for (const operation of operations.keys()) {
      const key = keyFor(operation);
      const [first, second] = [await call(operation, key), await call(operation, key)];
      const [limit, left, reset] = limits.headers.map((name) => Number(second.headers[name]));
      const before = Number(first.headers[limits.headers[1] ?? '']);
      const isCounted = left === before - 1 && limit === limits.requestsPerMinute;
      const now = service.clock.now().getTime() / 1000;
      const isSoon = (reset ?? 0) > now && (reset ?? 0) <= now + 60;
      if (!isCounted || !isSoon) faults.push(`${operation}: ${limit}, ${before} then ${left}, ${reset}`);
    }
    expect(faults).toEqual([]);
    expect(operations.size).toBeGreaterThanOrEqual(endpoints.length);
  });

  test('beyond them an operation answers 429 with the end of the block, and another one does not', async () => {
    const [name, other] = ['GET /v1/studios/utilization', 'GET /v1/member-lists'];
    let answer = await call(name);
    for (let sent = 1; answer.statusCode === 200 && sent <= limits.requestsPerMinute; sent += 1)
      answer = await call(name);
    const [, remaining = '', reset = ''] = limits.headers;
    expect([answer.statusCode, answer.headers[remaining]]).toEqual([429, '0']);
    expect((await call(other)).statusCode).toBe(200);
    const rest = Number(answer.headers[reset]) - service.clock.now().getTime() / 1000;
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThanOrEqual(60);
  });

  test.each(slices)('$operation is sliced by $least to $most', async ({ operation, least, most }) => {
    const [trialClass] = await service.database.db.select().from(classes).where(eq(classes.studioId, 1001));
    const known = [['classes', trialClass?.id], ['customers', 2001], ['debt-collection', 40000]] as const;
    const url = known.reduce(
      (path, [name, id]) => path.replace(`/${name}/{}`, `/${name}/${id}`),
      operation.split(' ')[1] ?? '',
    );
    const client = service.api(keyFor(operation));
    const sizes = [[least, 200], [most, 200], [least - 1, 400], [most + 1, 400]] as const;
    for (const [size, status] of sizes) {
      const answer = await client.request<ErrorBody>({ url: `${url}?sliceSize=${size}` });
      const reference = status === 400 ? 'sliceSize' : undefined;
      expect([size, answer.status, answer.body.reference]).toEqual([size, status, reference]);
    }
    const [plain, fromStart] = [await client.request({ url }), await client.request({ url: `${url}?offset=0` })];
    expect(plain.body).toEqual(fromStart.body);
    expect(Object.keys(plain.body as object).toSorted()).toEqual(['hasNext', 'offset', 'result']);
  }); // prettier-ignore

  test('without a size a slice has the default, and its offset leads on to the end', async () => {
    const path = '/v1/aggregators/members';
    const usual = slices.find(({ operation }) => operation === `GET ${path}`)?.usual ?? 0;
    interface Slice {
      result: { aggregatorId: string }[];
      offset: string;
      hasNext: boolean;
    }
    const read = async (query = '') => (await service.api().request<Slice>({ url: `${path}${query}` })).body;
    const before = (await read()).result.length;
    const made = Array.from({ length: usual + 1 - before }, (_, index) => `A-slice-${index}`);
    for (const aggregatorId of made) {
      const person = { aggregatorId, firstName: 'Lena', lastName: 'Voigt' };
      expect((await service.api().post('/v1/aggregators/member', person)).status).toBe(200);
    }
    const first = await read();
    expect([first.result.length, first.hasNext]).toEqual([usual, true]);
    const second = await read(`?offset=${first.offset}`);
    expect([second.result.length, second.hasNext]).toEqual([1, false]);
    const ids = [...first.result, ...second.result].map(({ aggregatorId }) => aggregatorId);
    expect(new Set(ids).size).toBe(usual + 1);
    expect(ids).toEqual(expect.arrayContaining(made));
  });
});

describe('Errors', () => {
  const refusedIn = async (acceptLanguage: string | null, key = EUR_KEY) => {
    const headers = acceptLanguage === null ? {} : { 'accept-language': acceptLanguage };
    const answer = await service.api(key).post('/v1/payments/user-session', { amount: -1, scope: 'ECOM' }, headers);
    expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(['errorCode', 'errorMessage', 'message']));
    expect(answer.body.message).toBe(answer.body.errorMessage);
    return [answer.headers['content-language'], answer.body.message] as const;
  }; // prettier-ignore

  test('are told in each language, in words of its own', async () => {
    const spoken = [...languages.languages, ...languages.variants];
    expect(spoken).toHaveLength(21);
    const words = new Set<string>();
    for (const language of languages.languages) {
      const [named, message] = await refusedIn(language);
      expect(named).toBe(language);
      words.add(message);
    }
    expect(words.size).toBe(languages.languages.length);
    for (const variant of languages.variants) expect((await refusedIn(variant))[0]).toBe(variant);
  });

  test('fall back as the specification says, and to the language of the studio without a header', async () => {
    for (const [asked, given] of Object.entries(languages.falls))
      expect([asked, (await refusedIn(asked))[0]]).toEqual([asked, given]);
    const ofStudios = ['test-key-northside-berlin-eur', 'test-key-seeblick-zuerich-chf'];
    const named = await Promise.all(ofStudios.map(async (key) => (await refusedIn(null, key))[0]));
    const own = await service.database.db
      .select({ language: studios.language })
      .from(studios)
      .where(inArray(studios.id, [1001, 1002]))
      .orderBy(asc(studios.id));
    expect(named).toEqual(own.map(({ language }) => language));
    expect(new Set(named).size).toBe(2);
  });
});

describe('Date and time rules', () => {
  const message = {
    communicationThreadStatus: 'ONGOING',
    subject: 'Complaint',
    content: 'Two invoices',
    communicationDirection: 'INCOMING',
    communicationChannel: 'EMAIL',
  };
  const send = (communicationDateTime: string) =>
    service.api().post('/v1/communications/2001/threads', { ...message, communicationDateTime });

  test.each(Object.entries(dates.accepted))('%s is the instant %s', async (sent, instant) => {
    expect((await send(sent)).status).toBe(200);
    const [kept] = await service.database.db.select().from(communications).orderBy(desc(communications.id)).limit(1);
    const seconds = `${kept?.communicatedAt.toISOString().slice(0, 19)}Z`;
    expect(seconds).toBe(instant);
  }); // prettier-ignore

  test.each(dates.refused)('%s is refused', async (sent) => {
    const { status, body } = await send(sent);
    expect([status, body.reference]).toEqual([400, 'communicationDateTime']);
  });

  test('answers have an offset or Z, no nanoseconds and no name of a zone', async () => {
    const { body } = await service
      .api()
      .post<{ tokenValidUntil: string }>('/v1/payments/user-session', { amount: 0, scope: 'ECOM', referenceText: 'x' });
    expect(body.tokenValidUntil).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)$/);
  }); // prettier-ignore
});
