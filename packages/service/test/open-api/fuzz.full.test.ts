import { describedBy } from '../support/description.js';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/property-tests.mjs';
import { registeredRoutes, route } from '../support/registered-routes.js';
import { rowCounts } from '../support/row-counts.js';
import { fromSchema, spoiled, type Schema } from '../support/schema-arbitrary.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';

/*
 * These tests send valid and corrupted requests, made from its schema, to every operation of the description. None may
 * return 500 or stay unanswered, and a refused request must leave no row behind.
 */

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ rateLimit: { limit: 1_000_000, seconds: 60 } });
});
afterAll(() => service.close());

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: {
    readonly content: Readonly<Partial<Record<BodyType, { readonly schema: Schema }>>>;
  };
}

const JSON_BODY = 'application/json';
const FORM_BODY = 'multipart/form-data';
type BodyType = typeof JSON_BODY | typeof FORM_BODY;

const COLLECTION_KEY = 'test-key-collection-berlin';
const RUNS = propertyRuns(10);
/** Limit for a hang in milliseconds, not a measure of speed. */
const LONGEST_MS = 300_000;

/** Converts a value to text. Objects without a prototype have no `toString`. */
function written(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

const asJson = Object.assign((body: unknown) => JSON.stringify(body), { type: JSON_BODY });

/** Encodes each property as a part: texts unchanged, everything else as JSON. */
const asForm = Object.assign(
  (body: unknown) => {
    const parts = typeof body === 'object' && body !== null ? Object.entries(body) : [['', body] as const];
    const written = parts.map(([name, value]) => {
      const content = typeof value === 'string' ? value : JSON.stringify(value);
      const head = `Content-Disposition: form-data; name="${name}"; filename="${name}.pdf"`;
      return `--edge\r\n${head}\r\n\r\n${content}\r\n`;
    });
    return Buffer.from(`${written.join('')}--edge--\r\n`);
  },
  { type: `${FORM_BODY}; boundary=edge` },
);

function requestsOf(method: string, path: string, operation: Operation): fc.Arbitrary<InjectOptions> {
  const text = (values: fc.Arbitrary<unknown>) =>
    values.map((value) =>
      encodeURIComponent(
        written(value)
          .slice(0, 500)
          .replace(/\p{Cs}/gu, '?'),
      ),
    );
  const parameters = (operation.parameters ?? []).map(({ name, in: place, schema }) =>
    fc.tuple(
      fc.constant(name),
      fc.constant(place),
      text(fc.oneof(fromSchema(schema), spoiled(fromSchema(schema)))),
    ),
  );
  const { [JSON_BODY]: json, [FORM_BODY]: form } = operation.requestBody?.content ?? {};
  const schema = (json ?? form)?.schema;
  const body = schema ? fc.oneof(fromSchema(schema), spoiled(fromSchema(schema))) : fc.constant(undefined);
  const write = form ? asForm : asJson;
  return fc.tuple(fc.tuple(...parameters), body).map(([given, payload]) => {
    const url = given
      .filter(([, place]) => place === 'path')
      .reduce((made, [name, , value]) => made.replace(`{${name}}`, value || '0'), path);
    const asked = given.filter(([, place]) => place === 'query').map(([name, , value]) => `${name}=${value}`);
    return {
      method: method.toUpperCase() as 'GET',
      url: [url, asked.join('&')].filter(Boolean).join('?'),
      headers: {
        'x-api-key': path.startsWith('/v1/debt-collection') ? COLLECTION_KEY : EUR_KEY,
        ...(payload === undefined ? {} : { 'content-type': write.type }),
      },
      ...(payload === undefined ? {} : { payload: write(payload) }),
    };
  });
}

/** Returns the operations to fuzz: all that the description shows. */
function operations(): readonly (readonly [method: string, path: string, operation: Operation])[] {
  const { paths } = describedBy<{
    paths: Record<string, Record<string, Operation>>;
  }>(service.app.app);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method, path, operation] as const),
  );
}

async function send(request: InjectOptions): Promise<number> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no answer')), LONGEST_MS).unref();
  });
  const answer = await Promise.race([service.app.app.inject(request), late]);
  return answer.statusCode;
}

describe('whatever is sent', () => {
  test('to every operation: no 500, no hang, no row left behind', { timeout: RUNS * 60_000 }, async () => {
    const rows = await rowCounts(service);
    /** Row counts after the last refused request; null after an accepted one. */
    let known: string | null = null;
    const statuses: Record<string, Record<number, number>> = {};
    for (const [method, path, operation] of operations()) {
      const requests = requestsOf(method, path, operation);
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const before = known ?? (await rows());
          const status = await send(request);
          const counts = (statuses[operation.operationId] ??= {});
          counts[status] = (counts[status] ?? 0) + 1;
          known = status === 200 ? null : await rows();
          expect(status, operation.operationId).toBeLessThan(500);
          if (known !== null) expect(known, operation.operationId).toBe(before);
        }),
        { numRuns: RUNS },
      );
    }
    // Some requests must be accepted, or nothing would have been tested.
    expect(Object.values(statuses).filter((counts) => counts[200])).not.toEqual([]);
  });

  test('to every route: none of the Open API is hidden from the description', () => {
    const isOpenApi = (each: string) => /^\w+ \/(connect\/)?v\d/.test(each);
    const fuzzed = operations().map(([method, path]) => route(method, path));
    expect(fuzzed.toSorted()).toEqual(registeredRoutes(service.app.app).filter(isOpenApi).toSorted());
    expect(fuzzed.length).toBeGreaterThan(70);
  });
});
