import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.js';

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
 * contains the route pattern and the trace id of the response, but no address, header or body. It does not continue a
 * trace that a caller names, because any caller could name one.
 */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<object, Span>();
  app.addHook('onRequest', (request, _, done) => {
    const route = request.routeOptions.url ?? UNKNOWN;
    const span = trace.getTracer('upc-service').startSpan(`${request.method} ${route}`, {
      root: true,
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'upc.trace_id': request.id,
      },
    });
    spans.set(request, span);
    context.with(trace.setSpan(context.active(), span), done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
