import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { propertyRuns } from '../../../../../../scripts/lib/property-tests.mjs';
import { registeredRoutes, route } from '../../../../test/support/registered-routes.js';
import { rowCounts } from '../../../../test/support/row-counts.js';
import { fromSchema, type Schema, spoiled } from '../../../../test/support/schema-arbitrary.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';

/*
 * Sends valid and corrupted requests, generated from `gateway.yaml`, to every route that the widget calls. No response
 * may be a 500, and a request rejected as invalid must leave no row behind.
 */

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ rateLimit: { limit: 1_000_000, seconds: 60 } });
});
afterAll(() => service.close());

const RUNS = propertyRuns(25);
const METHODS = ['get', 'post', 'put', 'delete', 'patch'];
/** Statuses that reject the request itself. A payment that was tried and declined does leave its record. */
const WRONG = [400, 401, 403, 404, 405, 410, 413, 415];

interface Operation {
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json'?: { readonly schema: unknown };
      readonly 'text/plain'?: object;
    };
  };
}

const gateway = parse(
  readFileSync(new URL('../../../../../contract/gateway.yaml', import.meta.url), 'utf8'),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const operations = Object.entries(gateway.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => METHODS.includes(method))
    .map(([method, operation]) => ({ method, path, operation })),
);

/** Resolves the references of a schema, for the value generators. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, oneOf, const: only, ...rest } = value as Record<string, unknown>;
  if (typeof $ref === 'string') {
    const parts = $ref.replace('#/', '').split('/');
    return resolved(parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], gateway));
  }
  const plain = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, resolved(part)]));
  return {
    ...plain,
    ...(oneOf === undefined ? {} : { anyOf: resolved(oneOf) }),
    ...(only === undefined ? {} : { enum: [only] }),
  };
}

const LOOKED_UP = { iban: 'DE89370400440532013000' };

/** Ids and tokens that exist before the requests are made. */
interface Known {
  readonly token: string;
  readonly paymentId: string;
  readonly paymentRequest: object;
}

/** Opens a session with a started payment, and returns the widget's request that starts it. */
async function begin(): Promise<Known> {
  const token = await service.api().session();
  const client = service.gateway(token);
  const paymentRequest = await client.sepaRequest();
  const { body } = await client.create(paymentRequest);
  return { token, paymentId: body.id, paymentRequest };
}

interface Wanted {
  readonly id: string;
  readonly token: string;
  readonly key: string;
  readonly query: string;
  readonly payload: unknown;
}

const odd = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('0', '%00', '..', 'null'),
);
/** A header value; Node accepts no other characters. */
const oddHeader = fc.stringMatching(/^[a-zA-Z0-9_. "'<>&-]{0,200}$/);

function wanted({ path, operation }: (typeof operations)[number], known: Known): fc.Arbitrary<Wanted> {
  const body = operation.requestBody?.content['application/json']?.schema;
  const described = body === undefined ? null : fromSchema(resolved(body) as Schema);
  const real = fc.constant<unknown>(path.endsWith('/bank-lookup') ? LOOKED_UP : known.paymentRequest);
  const mostly = (value: string, others: fc.Arbitrary<string>) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, others);
  return fc.record({
    id: mostly(known.paymentId, fc.oneof(fc.uuid(), odd)),
    token: mostly(known.token, oddHeader),
    key: fc.oneof({ weight: 4, arbitrary: fc.uuid() }, oddHeader),
    query: fc.oneof(
      fc.constant(''),
      odd.map((text) => `?expires=${encodeWell(text)}&signature=x`),
    ),
    payload: described
      ? fc.oneof(real, spoiled(real), described, spoiled(described))
      : fc.constant(undefined),
  });
}

/** Replaces lone surrogates, which cannot be encoded in a URL. */
const encodeWell = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '?'));

function written({ method, path, operation }: (typeof operations)[number], request: Wanted): InjectOptions {
  const { id, token, key, query, payload } = request;
  if (operation.requestBody?.content['text/plain']) {
    const headers = { 'content-type': 'text/plain;charset=UTF-8', 'idempotency-key': key };
    return { method: 'POST', url: `${path}${query}`, headers, payload: token };
  }
  return {
    method: method.toUpperCase() as 'GET',
    url: `${path.replace(/\{\w+\}/, encodeWell(id) || '0')}${query}`,
    headers: {
      'x-user-payment-session-token': token,
      'idempotency-key': key,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  };
}

describe('whatever the widget sends', () => {
  test.each(operations.map((each) => [`${each.method} ${each.path}`, each] as const))(
    'to %s: no 500, no row left behind',
    { timeout: RUNS * 30_000 },
    async (_, operation) => {
      const rows = await rowCounts(service);
      const known = await begin();
      const statuses = new Set<number>();
      await fc.assert(
        fc.asyncProperty(wanted(operation, known), fc.context(), async (request, report) => {
          const before = await rows();
          const { statusCode, body } = await service.app.app.inject(written(operation, request));
          report.log(`${statusCode} ${body}`);
          statuses.add(statusCode);
          expect(statusCode).toBeLessThan(500);
          if (WRONG.includes(statusCode)) expect(await rows()).toBe(before);
        }),
        { numRuns: RUNS },
      );
      // At least one request was rejected, and at least one valid request was accepted. The document and the instrument
      // routes are exempt, because the requests here do not contain a valid document link or instrument token.
      expect([...statuses].some((status) => WRONG.includes(status))).toBe(true);
      if (!operation.path.includes('mandates') && !operation.path.includes('instruments')) {
        expect([...statuses].some((status) => status < 300)).toBe(true);
      }
    },
  );

  test('to every route: none that the router has is missing here', () => {
    const described = operations.map(({ method, path }) => route(method, path.replace('{id}.pdf', '{file}')));
    const registered = registeredRoutes(service.app.app).filter((each) => each.includes(' /api/v1/'));
    expect(described.toSorted()).toEqual(registered.toSorted());
    expect(described).toHaveLength(9);
  });
});
