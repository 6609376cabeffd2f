import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  type Client,
  createClient,
  getCustomerById,
  OpenApiError,
  uploadDocument,
  UnknownOutcomeError,
  userSession,
} from 'upc-open-api';
import { InvalidSignatureError, verifyEvent } from 'upc-open-api/webhooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { documents } from '../../src/modules/documents/documents.tables.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { newSigningKey } from '../../src/modules/webhooks/signing-keys.js';
import { subscribe } from '../../src/modules/webhooks/subscriptions.js';
import { emit } from '../../src/modules/webhooks/webhook-events.js';
import { deliverDue } from '../support/batches.js';
import { UnreliableNetwork } from '../support/network.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';

/* These tests call the service with the SDK, as a partner does. */

let service: TestService;
let baseUrl: string;
const network = new UnreliableNetwork();
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  baseUrl = await service.app.app.listen({ host: '127.0.0.1', port: 0 });
  client = createClient({ baseUrl, apiKey: EUR_KEY, fetch: network.fetch });
});
afterAll(() => service.close());

const openSession = (more: { headers?: { 'idempotency-key': string } } = {}) =>
  userSession({ client, body: { amount: 49, scope: 'ECOM' }, ...more });
const sessions = () => service.database.db.$count(paymentSessions);
const error = (call: Promise<unknown>): Promise<unknown> => call.catch((thrown: unknown) => thrown);

describe('the SDK', () => {
  test('opens a session, which the gateway knows', async () => {
    const { token } = await openSession();
    expect((await service.gateway(token).session()).status).toBe(200);
  });

  test('reports a refusal with the fields of the error', async () => {
    const thrown = await error(getCustomerById({ client, path: { customerId: 999_999 } }));
    expect(thrown).toBeInstanceOf(OpenApiError);
    expect(thrown).toMatchObject({
      status: 404,
      errorCode: 'errormessage.customer.not.found',
    });
    expect((thrown as OpenApiError).traceId).toMatch(/^[\da-f-]{36}$/);
    const german = await error(
      getCustomerById({ client, path: { customerId: 999_999 }, headers: { 'accept-language': 'de' } }),
    );
    expect((german as OpenApiError).message).not.toBe((thrown as OpenApiError).message);
  });

  test('creates nothing twice when a response is lost', async () => {
    const before = await sessions();
    network.lose('answer-lost', /user-session/, 1);
    await openSession();
    expect(await sessions()).toBe(before + 1);
  });

  test('gives the key with which a call of unknown outcome can be repeated', async () => {
    const before = await sessions();
    const impatient = createClient({ baseUrl, apiKey: EUR_KEY, fetch: network.fetch, maxRetries: 0 });
    network.lose('answer-lost', /user-session/, 1);
    const thrown = await error(userSession({ client: impatient, body: { amount: 49, scope: 'ECOM' } }));
    expect(thrown).toBeInstanceOf(UnknownOutcomeError);
    const { idempotencyKey = '' } = thrown as UnknownOutcomeError;
    await openSession({ headers: { 'idempotency-key': idempotencyKey } });
    expect(await sessions()).toBe(before + 1);
  });

  test('uploads a file once, even if the caller repeats the upload', async () => {
    const before = await service.database.db.$count(documents);
    network.lose('answer-lost', /documents/, 1);
    const upload = () =>
      uploadDocument({
        client,
        path: { customerId: 2001 },
        body: { file: new File(['%PDF-1.7\n%%EOF\n'], 'contract.pdf', { type: 'application/pdf' }) },
        headers: { 'idempotency-key': 'document-of-the-order-1001' },
      });
    const { id } = await upload();
    expect(await upload()).toEqual({ id });
    expect(await service.database.db.$count(documents)).toBe(before + 1);
  });

  test('verifies an event that the service delivers', async () => {
    const received: { body: string; headers: IncomingHttpHeaders }[] = [];
    const receiver = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ body, headers: request.headers });
        response.writeHead(204).end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { context } = service.app;
    const signingKey = newSigningKey();
    await subscribe(context.db, context.keys, {
      apiKey: EUR_KEY,
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      webhookKey: 'the-webhook-key-of-the-tests',
      signingKey,
      types: null,
    });
    await service.api().post('/v1/studios/confirmActivation', {});
    await emit(context, context.db, 1001, {
      type: 'CONTRACT_CREATED',
      entityId: 77,
      content: { contractId: 5 },
    });
    await deliverDue(context);
    receiver.close();

    // The age of an event is checked by the time of the system.
    const now = vi.spyOn(Date, 'now').mockReturnValue(service.clock.now().getTime());
    const { body = '', headers = {} } = received.find((each) => each.body.includes('CONTRACT_CREATED')) ?? {};
    expect(verifyEvent(body, headers, signingKey)).toMatchObject({
      entityId: 77,
      payload: [{ type: 'CONTRACT_CREATED', content: { contractId: 5 } }],
    });
    expect(() => verifyEvent(body, headers, newSigningKey())).toThrow(InvalidSignatureError);
    now.mockRestore();
  });
});
