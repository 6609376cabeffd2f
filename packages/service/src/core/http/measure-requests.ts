import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.js';

/** Route of requests for which there is none: their address could hold anything. */
const UNKNOWN = 'unknown';

/** Counts and times every answer, by the pattern of its route. */
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
 * A span for every request, for whoever has an OpenTelemetry SDK in the process; without one it is nothing. It holds the
 * pattern of the route and the trace id of the answer, no address, header or body. A trace that a caller names is not
 * continued: anybody could.
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
