import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runQueue } from '../../../test/support/batches.js';
import { recordSpans } from '../../../test/support/recorded-spans.js';
import { startStripeService, type StripeService } from '../../../test/support/stripe-service.js';
import { readEnvironment } from '../../environment.js';
import { post } from '../../modules/webhooks/post.js';
import { events } from '../events.tables.js';
import { createMetrics } from '../metrics.js';

const PROXY = '10.1.2.3';
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';
const IBAN = 'CH9300762011623852957';

const { spans, stop } = recordSpans();
const metrics = createMetrics();
let bench: StripeService;
beforeAll(async () => {
  bench = await startStripeService({
    metrics,
    trustProxy: readEnvironment({ UPC_TRUST_PROXY: PROXY }).trustProxy,
  });
});
afterAll(async () => {
  await bench.close();
  stop();
});
beforeEach(() => {
  spans.length = 0;
});

describe('a span of a request', () => {
  const ask = (remoteAddress: string, traceparent: string) =>
    bench.service.app.app.inject({
      url: '/api/v1/payments/canary?canary=1',
      remoteAddress,
      headers: { traceparent },
    });

  test('contains its route, status and trace id, and nothing that was sent', async () => {
    const answer = await ask(PROXY, '');
    expect(spans).toMatchObject([{ name: 'GET /api/v1/payments/:id', isEnded: true }]);
    expect(spans[0]?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/v1/payments/:id',
      'http.response.status_code': 401,
      'upc.trace_id': answer.json<{ traceId: string }>().traceId,
    });
  });

  test('continues the trace of a trusted proxy', async () => {
    await ask(PROXY, `00-${TRACE_ID}-${PARENT_ID}-01`);
    expect(spans).toMatchObject([{ traceId: TRACE_ID, parentId: PARENT_ID }]);
  });

  test.each([
    ['comes from any other caller', '203.0.113.9', `00-${TRACE_ID}-${PARENT_ID}-01`],
    ['cannot be read', PROXY, `00-${TRACE_ID}`],
  ])('begins a trace of its own when the named one %s', async (_, from, traceparent) => {
    await ask(from, traceparent);
    expect(spans).toHaveLength(1);
    expect(spans[0]?.parentId).toBeUndefined();
    expect(spans[0]?.traceId).not.toBe(TRACE_ID);
  });
});

test('a span of a job has the trace id that the job records', async () => {
  const { service } = bench;
  await service.api().session();
  service.clock.advance(31 * 60_000);
  await runQueue(service.app.context, 'EXPIRY', 0);
  const [expired] = await service.database.db.select().from(events).where(eq(events.kind, 'SESSION_EXPIRED'));
  const ofJob = spans.filter(({ name }) => name === 'job EXPIRY');
  expect(ofJob).toMatchObject([{ attributes: { 'upc.trace_id': expired?.traceId }, isEnded: true }]);
});

describe('a call to a provider', () => {
  const callsOf = (provider: string) => spans.filter(({ name }) => name.startsWith(`${provider} `));

  test('is a span of its request, with the provider, the operation and the status', async () => {
    const { service, recorder } = bench;
    const gateway = await bench.open();
    const payment = await bench.payByCard(gateway);
    const [create] = callsOf('STRIPE');
    expect(create).toMatchObject({
      name: 'STRIPE createIntent',
      kind: SpanKind.CLIENT,
      parentId: spans.find(({ name }) => name === 'POST /api/v1/payments')?.spanId,
      attributes: {
        'upc.provider': 'STRIPE',
        'upc.operation': 'createIntent',
        'upc.outcome': 'answered',
        'http.response.status_code': 200,
      },
      isEnded: true,
    });
    const text = JSON.stringify(spans);
    const intents = recorder.intents().map(({ id }) => id);
    for (const secret of [payment.id, ...intents, recorder.url, service.simulator.url, 'Lindner', '4242']) {
      expect(text).not.toContain(secret);
    }
  });

  test('without a response has an unknown outcome, in the span and in the metrics', async () => {
    const { service } = bench;
    const gateway = service.gateway(await service.api('test-key-seeblick-zuerich-chf').session());
    const request = await gateway.debitRequest('LSV', {
      accountHolder: 'Mara Lindner',
      iban: IBAN,
      address: { line1: 'Seestrasse 40', city: 'Zürich', postalCode: '8002', country: 'CH' },
    });
    const made = await gateway.create(request);
    service.network.lose('request-lost', /./);
    const paid = await gateway.authenticate(made.body.id);
    service.network.mend();
    const [call] = callsOf('SIMULATOR');
    expect([paid.body.status, call?.status]).toEqual(['UNKNOWN', SpanStatusCode.ERROR]);
    expect(call?.attributes).toEqual({
      'upc.provider': 'SIMULATOR',
      'upc.operation': 'createIntent',
      'upc.outcome': 'unknown',
    });
    for (const secret of [IBAN, 'Lindner', '/v1/intents', service.simulator.url])
      expect(JSON.stringify(spans)).not.toContain(secret);
    expect(await metrics.print()).toContain(
      'upc_provider_call_duration_seconds_count{provider="SIMULATOR",operation="createIntent",outcome="unknown"} 1',
    );
  });
});

test('a webhook is a span without its receiver', async () => {
  const receiver = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
  await new Promise((listening) => receiver.once('listening', listening));
  const { port } = receiver.address() as AddressInfo;
  await post({ url: `http://127.0.0.1:${port}/canary`, headers: {}, body: '{}' }, 10_000);
  receiver.close();
  expect(spans).toMatchObject([
    { name: 'POST webhook', kind: SpanKind.CLIENT, status: SpanStatusCode.ERROR },
  ]);
  expect(spans[0]?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 503,
  });
});
