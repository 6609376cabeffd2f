/** Header that makes a request repeatable: the service answers the same key with the same response. */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/**
 * Gives a request a key, unless the caller has given one. All attempts of the request send the same key.
 *
 * @throws TypeError if the caller's key is not one that the service accepts
 */
export async function ensureIdempotencyKey(request: unknown): Promise<void> {
  const { headers } = request as { readonly headers: Headers };
  const given = headers.get(IDEMPOTENCY_KEY);
  if (given === null) headers.set(IDEMPOTENCY_KEY, crypto.randomUUID());
  else if (!/^[\w-]{16,128}$/.test(given))
    throw new TypeError(
      `The idempotency-key must have 16 to 128 letters, digits, "-" or "_"; given: ${JSON.stringify(given)}.`,
    );
}
