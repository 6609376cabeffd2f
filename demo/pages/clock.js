/** Milliseconds from this machine's clock to that of the backend. */
let skew = 0;

/**
 * Learns the time from an answer of the backend. The visitor's clock may be wrong, and that of a sandbox was perhaps
 * moved.
 *
 * @param {Response} response
 */
export function learnTime({ headers }) {
  const time = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(time)) skew = time - Date.now();
}

/** Returns the backend's time. */
export function now() {
  return new Date(Date.now() + skew);
}
