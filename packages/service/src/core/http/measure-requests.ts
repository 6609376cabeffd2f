import type { IncomingHttpHeaders } from 'node:http';
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.js';
import { tracer } from '../trace.js';
import type { IsFromProxy } from './trust-proxy.js';

/** Label for requests without a route, whose address could contain anything. */
const UNKNOWN = 'unknown';

/** Counts and times every response by route pattern. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    metrics.requestAnswered({
      method,
      route: routeOptions.url ?? UNKNOWN,
      status: statusCode,
      seconds: elapsedTime / 1000,
    });
  });
}

/**
 * Creates a span for every request if the process has an OpenTelemetry SDK; otherwise it does nothing. The span
 * contains the route pattern and the trace id of the response, but no address, header or body. It continues the trace
 * that a trusted proxy names. Any other caller could name one, so theirs are ignored.
 */
export function traceRequests(app: FastifyInstance, isFromProxy: IsFromProxy): void {
  const spans = new WeakMap<object, Span>();
  app.addHook('onRequest', (request, _, done) => {
    const route = request.routeOptions.url ?? UNKNOWN;
    const parent = isFromProxy(request.raw) ? namedTrace(request.headers) : ROOT_CONTEXT;
    const options = {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'upc.trace_id': request.id,
      },
    };
    const span = tracer().startSpan(`${request.method} ${route}`, options, parent);
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}

/**
 * Reads the trace that the headers of a request name, with the SDK's own format. Other headers that an SDK may read,
 * such as `baggage`, come from the proxy's callers.
 */
function namedTrace({ traceparent, tracestate }: IncomingHttpHeaders): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent, tracestate });
}
