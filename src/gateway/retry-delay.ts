const minimum = 500;
const maximum = 8_000;

/** Returns whether a status is worth a retry. Every other 4xx stays wrong however often it is sent. */
export function isRetryable(status: number): boolean {
  return [408, 429, 502, 503, 504].includes(status);
}

/**
 * Returns the wait before the next try, in milliseconds: the one that the response requests, otherwise full jitter
 * between 0.5 s and a bound that grows to 8 s.
 *
 * @param retry 1 for the first repetition.
 * @param headers headers of the last response; undefined if there was none.
 * @param random number from 0 to 1.
 */
export function retryDelay(retry: number, headers: Headers | undefined, now: number, random: number): number {
  const asked = headers && askedDelay(headers, now);
  if (asked !== undefined) return Math.min(Math.max(asked, 1_000), 60_000);
  const bound = Math.min(maximum, minimum * 4 ** retry);
  return minimum + random * (bound - minimum);
}

/**
 * Returns the delay that a response requests, in milliseconds by the server's clock: from `Retry-After` (seconds or a
 * date), otherwise from `x-ratelimit-reset` (Unix seconds).
 */
export function askedDelay(headers: Headers, now: number): number | undefined {
  const serverNow = dateOf(headers.get('date')) ?? now;
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null) {
    if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
    const date = dateOf(retryAfter);
    if (date !== undefined) return date - serverNow;
  }
  const reset = headers.get('x-ratelimit-reset');
  return reset !== null && /^\d+$/.test(reset) ? Number(reset) * 1_000 - serverNow : undefined;
}

function dateOf(header: string | null): number | undefined {
  const time = header === null ? NaN : Date.parse(header);
  return Number.isNaN(time) ? undefined : time;
}
