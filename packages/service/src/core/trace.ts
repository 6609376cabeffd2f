import { randomUUID } from 'node:crypto';
import { type Attributes, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';

/** Returns the tracer of the service. Without an OpenTelemetry SDK in the process, it does nothing. */
export function tracer(): Tracer {
  return trace.getTracer('upc-service');
}

/**
 * Runs work in a span, which is a child of the current span. If the work fails, the span is marked as an error, without
 * the error itself: its message may contain ids.
 *
 * @param name a fixed text or a pattern, never an id or an address. The same applies to the attributes.
 */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  kind = SpanKind.INTERNAL,
): Promise<T> {
  return tracer().startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Runs an item of a queue, or a periodic job, in a span, with a trace id of its own. */
export function inJobSpan<T>(job: string, work: (traceId: string) => Promise<T>): Promise<T> {
  const traceId = randomUUID();
  return inSpan(`job ${job}`, { 'upc.trace_id': traceId }, () => work(traceId));
}

/** Adds the status of an HTTP response to the current span. If there are several responses, the last one counts. */
export function noteStatus(status: number): void {
  trace.getActiveSpan()?.setAttribute('http.response.status_code', status);
}
