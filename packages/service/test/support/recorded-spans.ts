import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  type Context,
  context,
  type ContextManager,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  type SpanOptions,
  type SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';

export interface RecordedSpan {
  readonly name: string;
  readonly kind: SpanKind | undefined;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly attributes: Attributes;
  status?: SpanStatusCode;
  isEnded: boolean;
}

/** Records the spans of this process, as an OpenTelemetry SDK would, until it is stopped. */
export function recordSpans(): { readonly spans: RecordedSpan[]; readonly stop: () => void } {
  const spans: RecordedSpan[] = [];
  const contexts = new AsyncLocalStorage<Context>();

  const startSpan = (name: string, options: SpanOptions = {}, parentContext = context.active()) => {
    const parent = trace.getSpanContext(parentContext);
    const ids = {
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
    };
    const { kind, attributes } = options;
    const kept: RecordedSpan = {
      ...ids,
      name,
      kind,
      parentId: parent?.spanId,
      attributes: { ...attributes },
      isEnded: false,
    };
    spans.push(kept);
    // These are the only functions that the service calls.
    return {
      spanContext: () => ({ ...ids, traceFlags: TraceFlags.SAMPLED }),
      setAttribute: (key: string, value: string) => (kept.attributes[key] = value),
      setStatus: ({ code }: { code: SpanStatusCode }) => (kept.status = code),
      end: () => (kept.isEnded = true),
    } as unknown as Span;
  };
  const startActiveSpan = (name: string, options: SpanOptions, work: (span: Span) => unknown) => {
    const span = startSpan(name, options);
    return context.with(trace.setSpan(context.active(), span), () => work(span));
  };

  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan }) as Tracer });
  const manager: ContextManager = {
    active: () => contexts.getStore() ?? ROOT_CONTEXT,
    with: (of, work, self, ...args) => contexts.run(of, () => work.apply(self, args)),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  context.setGlobalContextManager(manager);
  propagation.setGlobalPropagator({
    inject: () => {},
    fields: () => ['traceparent'],
    extract: (into, carrier, getter) => {
      const [, traceId, spanId] =
        /^00-(\w{32})-(\w{16})-01$/.exec(String(getter.get(carrier, 'traceparent'))) ?? [];
      if (traceId === undefined || spanId === undefined) return into;
      return trace.setSpanContext(into, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
    },
  });
  const stop = () => {
    trace.disable();
    context.disable();
    propagation.disable();
  };
  return { spans, stop };
}
