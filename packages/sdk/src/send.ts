import { ConnectionError, errorOf, OpenApiError, UnknownOutcomeError } from './errors.js';
import { IDEMPOTENCY_KEY } from './idempotency-key.js';

/** How requests are sent. */
export interface SendOptions {
  readonly fetch: typeof fetch;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
}

/** Time and chance, which tests replace. */
export interface Surroundings {
  now(): number;
  random(): number;
  /** Returns a signal that is aborted after a time. */
  timeout(ms: number): AbortSignal;
  /** Resolves after a time; rejects with the reason of the signal as soon as it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Least time for a repetition. A shorter one is likely to turn a known refusal into an unknown outcome. */
const LEAST_ATTEMPT_MS = 5_000;
/** The operations that only read although they are a POST. They take no idempotency key. */
const READING_POST = /\/(?:preview|search|validate)$/;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** What is known after one attempt. */
type Result =
  | { readonly kind: 'response'; readonly response: Response }
  /** The request was refused for good. */
  | { readonly kind: 'refused'; readonly error: OpenApiError }
  /** The request was not even begun, so everyone may repeat it later. */
  | { readonly kind: 'later'; readonly error: OpenApiError }
  /** The request may have been carried out. */
  | { readonly kind: 'unknown'; readonly error: unknown };

/**
 * Returns a `fetch` that resolves only to successful responses. It repeats requests where that is safe, and otherwise
 * throws one of the errors of this package.
 */
export function sender(options: SendOptions, around: Surroundings = realSurroundings): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const isRead = isReading(request);
    const key = request.headers.get(IDEMPOTENCY_KEY) ?? undefined;
    const isRepeatable = isRead || key !== undefined || ['PUT', 'DELETE'].includes(request.method);
    const failure = (error: unknown, isUnknown: boolean): unknown => {
      if (isUnknown && !isRead) return new UnknownOutcomeError(key, error);
      if (error instanceof OpenApiError || request.signal.aborted) return error;
      return new ConnectionError('No response was received.', { cause: error });
    };

    const leastMs = Math.min(options.timeoutMs, LEAST_ATTEMPT_MS);
    const end = around.now() + options.totalTimeoutMs;
    // Once an attempt may have been carried out, only a response that tells about that attempt can end the uncertainty.
    let isUnknown = false;
    for (let retry = 0; ; retry += 1) {
      request.signal.throwIfAborted();
      // The timer of a pause may be late.
      const left = retry === 0 ? options.totalTimeoutMs : Math.max(leastMs, end - around.now());
      const result = await attempt(request, options, Math.min(options.timeoutMs, left), around);
      if (result.kind === 'response') return result.response;
      isUnknown =
        result.kind === 'unknown' ||
        (isUnknown && !(result.kind === 'refused' && tellsOutcome(result.error, key)));
      const { error } = result;
      const seconds = error instanceof OpenApiError ? (error.retryAfterSeconds ?? 0) : 0;
      const mayRepeat = result.kind === 'later' || (result.kind === 'unknown' && isRepeatable);
      const wait = Math.max(seconds * 1000, pause(retry, around.random()));
      const isTooLate = around.now() + wait + leastMs > end;
      if (!mayRepeat || retry >= options.maxRetries || isTooLate || request.signal.aborted)
        throw failure(error, isUnknown);
      try {
        await around.sleep(wait, request.signal);
      } catch (reason) {
        throw failure(reason, isUnknown);
      }
    }
  };
}

async function attempt(
  request: Request,
  options: SendOptions,
  timeoutMs: number,
  around: Surroundings,
): Promise<Result> {
  try {
    const response = await options.fetch(request.clone(), {
      signal: AbortSignal.any([request.signal, around.timeout(timeoutMs)]),
    });
    // The whole body is read here, because a connection can end in the middle of it.
    const body = await response.arrayBuffer();
    const text = new TextDecoder().decode(body);
    if (response.ok && isOfService(response, text))
      return { kind: 'response', response: new Response(body.byteLength > 0 ? body : null, response) };
    const error = errorOf(response, text, around.now());
    return { kind: response.ok ? 'unknown' : kindOf(error), error };
  } catch (error) {
    return { kind: 'unknown', error };
  }
}

/** Returns whether a request changes nothing, so that everyone may repeat it and it has no outcome. */
function isReading({ method, url }: Request): boolean {
  return ['GET', 'HEAD'].includes(method) || (method === 'POST' && READING_POST.test(new URL(url).pathname));
}

/**
 * Returns whether a successful response can be from the service: it sends JSON, files, or nothing without a type. A
 * proxy may send a page or a text of its own, and a connection may end in the middle of the JSON.
 */
function isOfService({ headers }: Response, text: string): boolean {
  const type = headers.get('content-type') ?? '';
  return type.startsWith('application/json') ? isJson(text) : !type.startsWith('text/');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function kindOf({ status, errorCode }: OpenApiError): 'refused' | 'later' | 'unknown' {
  if (status === 429 || errorCode === 'errormessage.service.busy') return 'later';
  // A proxy sends 408 when it gives up. Another request, such as an earlier attempt of the same one, uses the token.
  if (status >= 500 || status === 408 || errorCode === 'errormessage.payment.token.pending') return 'unknown';
  return 'refused';
}

/**
 * Returns whether a refusal tells what became of an earlier attempt. A refusal without a code is not from the service,
 * and one of the key says nothing about the request. Without an idempotency key, a 404 can mean that the earlier attempt
 * deleted the record.
 */
const tellsOutcome = ({ status, errorCode }: OpenApiError, key: string | undefined): boolean =>
  key !== undefined && errorCode !== undefined && status !== 401 && status !== 403;

/** Returns an exponential pause, with jitter so that many clients do not repeat at the same moment. */
function pause(retry: number, random: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retry) * (0.5 + random / 2);
}

const realSurroundings: Surroundings = {
  now: () => Date.now(),
  random: () => Math.random(),
  timeout: (ms) => AbortSignal.timeout(ms),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, ms);
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    }),
};
