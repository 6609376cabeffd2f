import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as sdk from '../src/index.js';

const API_KEY = 'the-api-key-of-the-tests';
const { createClient } = sdk;

/** Creates a client whose requests are recorded and answered in turn. */
function recorded(...responses: readonly (Response | Error)[]) {
  const requests: Request[] = [];
  const client = createClient({
    baseUrl: 'https://api.studio.example/base/',
    apiKey: API_KEY,
    language: 'de',
    maxRetries: 0,
    fetch: async (input) => {
      const response = responses[requests.length] ?? Response.json({});
      requests.push(input as Request);
      if (response instanceof Error) throw response;
      return response;
    },
  });
  return { client, requests };
}

describe('createClient', () => {
  const valid = { baseUrl: 'http://localhost:4010', apiKey: API_KEY };

  it.each([
    [{ baseUrl: '' }, 'baseUrl must be'],
    [{ baseUrl: 'localhost:4010' }, 'given: "localhost:4010"'],
    [{ baseUrl: 'ftp://a.example' }, 'given: "ftp://a.example"'],
    [{ baseUrl: 'https://a.example/?key=1' }, 'without a password, query or fragment'],
    [{ baseUrl: 'https://me:secret@a.example' }, 'given: an address with a password.'],
    [{ apiKey: undefined }, 'apiKey must be the API key'],
    [{ apiKey: '' }, 'apiKey must be the API key'],
    [{ apiKey: `${API_KEY}\n` }, 'contains invalid characters'],
    [{ language: 'de\n' }, 'given: "de\\n"'],
    [{ maxRetries: -1 }, 'maxRetries must be a whole number from 0 to 10; given: -1.'],
    [{ timeoutMs: 0.5 }, 'timeoutMs must be a whole number from 1 to 600000; given: 0.5.'],
    [{ totalTimeoutMs: 0 }, 'totalTimeoutMs must be a whole number from 1 to 3600000; given: 0.'],
  ])('refuses %j', (wrong, text) => {
    const make = () => createClient({ ...valid, ...wrong });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(text);
    expect(make).not.toThrow(/the-api-key|secret@/);
  });

  it('keeps clients apart', async () => {
    const [one, other] = [recorded(), recorded()];
    await sdk.getDevices({ client: one.client });
    expect([one.requests.length, other.requests.length]).toEqual([1, 0]);
  });
});

describe('an operation', () => {
  it('resolves to the data, and sends the key, the language and the body', async () => {
    const { client, requests } = recorded(Response.json({ token: 'the-token' }));
    const { token } = await sdk.userSession({ client, body: { amount: 49, scope: 'ECOM' } });
    expect(token).toBe('the-token');
    const [request] = requests;
    expect(request?.url).toBe('https://api.studio.example/base/v1/payments/user-session');
    expect(request?.redirect).toBe('manual');
    expect(request?.headers.get('x-api-key')).toBe(API_KEY);
    expect(request?.headers.get('accept-language')).toBe('de');
    expect(request?.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
    expect(await request?.json()).toEqual({ amount: 49, scope: 'ECOM' });
  });

  it('takes headers and a key from the caller', async () => {
    const { client, requests } = recorded();
    const headers = { 'idempotency-key': 'key-of-the-order-1001', 'accept-language': 'fr' };
    await sdk.userSession({ client, body: { amount: 49, scope: 'ECOM' }, headers });
    expect(requests[0]?.headers.get('idempotency-key')).toBe('key-of-the-order-1001');
    expect(requests[0]?.headers.get('accept-language')).toBe('fr');
    await sdk.getDevices({ client, headers: { 'accept-language': 'it' } });
    expect(requests[1]?.headers.get('accept-language')).toBe('it');
    expect(requests[1]?.headers.has('idempotency-key')).toBe(false);
  });

  it('uploads files', async () => {
    const { client, requests } = recorded();
    const file = new File(['%PDF-1.7'], 'contract.pdf', { type: 'application/pdf' });
    await sdk.uploadDocument({
      client,
      path: { customerId: 2001 },
      query: { description: 'A & B' },
      body: { file },
    });
    expect(requests[0]?.url).toBe(
      'https://api.studio.example/base/v1/customers/2001/documents?description=A%20%26%20B',
    );
    const sent = (await requests[0]?.formData())?.get('file') as File;
    expect([sent.name, sent.type, await sent.text()]).toEqual([
      'contract.pdf',
      'application/pdf',
      '%PDF-1.7',
    ]);
  });

  it('returns a file as a Blob', async () => {
    const { client } = recorded(new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }));
    const blob: unknown = await sdk.getDevices({ client });
    expect(blob).toBeInstanceOf(Blob);
    expect(await (blob as Blob).text()).toBe('%PDF-1.7');
  });

  it('sends no API key where none is required', async () => {
    const { client, requests } = recorded();
    await sdk.getTrialSession({ client, query: { studioId: 1 } as never });
    expect(requests[0]?.headers.has('x-api-key')).toBe(false);
  });

  it('never follows a redirect, which would send the key elsewhere', async () => {
    const moved = new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } });
    const { client, requests } = recorded(moved);
    await expect(sdk.getDevices({ client })).rejects.toMatchObject({ name: 'OpenApiError', status: 302 });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['refusal', Response.json({ errorCode: 'PAYMENT_DECLINED', errorMessage: 'Declined.' }, { status: 400 })],
    ['lost response', new TypeError('fetch failed')],
  ])('never shows the key: %s', async (_, response) => {
    const { client } = recorded(response);
    const error: unknown = await sdk
      .userSession({ client, body: { amount: 49, scope: 'ECOM' } })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    const shown =
      inspect({ error, client }, { depth: 9, showHidden: true }) + JSON.stringify({ error, client });
    expect(shown).not.toContain(API_KEY);
  });
});

describe('the generated functions', () => {
  interface Operation {
    readonly operationId: string;
    readonly parameters?: readonly { readonly in: string; readonly name: string }[];
    readonly requestBody?: unknown;
  }
  const { paths } = JSON.parse(
    readFileSync(new URL('../../service/dist/open-api.json', import.meta.url), 'utf8'),
  ) as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );

  it('are one per operation, each with its method, its path and the idempotency key if it takes one', async () => {
    expect(operations.length).toBeGreaterThan(140);
    const { client, requests } = recorded();
    for (const { operationId, requestBody } of operations) {
      const call = (sdk as unknown as Record<string, (options: object) => Promise<unknown>>)[operationId];
      await call?.({
        client,
        path: new Proxy({}, { get: () => 'id' }),
        ...(requestBody ? { body: {} } : {}),
      });
    }
    const sent = requests.map(({ method, url, headers }) => [method, url, headers.has('idempotency-key')]);
    expect(sent).toEqual(
      operations.map(({ method, path, parameters = [] }) => [
        method.toUpperCase(),
        `https://api.studio.example/base${path.replaceAll(/\{\w+\}/g, 'id')}`,
        parameters.some(({ name }) => name === 'idempotency-key'),
      ]),
    );
  });

  it('that send no key with a POST create nothing', () => {
    const unkeyed = operations.filter(
      ({ method, parameters = [] }) =>
        method === 'post' && !parameters.some(({ name }) => name === 'idempotency-key'),
    );
    const rest = unkeyed.map(({ path }) => path).filter((path) => !/\/(preview|validate|search)$/.test(path));
    // The client treats the others as requests that only read. The id of the booking makes this one repeatable.
    expect(rest).toEqual(['/connect/v1/trialsession/confirm']);
  });
});
