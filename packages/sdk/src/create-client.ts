import { createClient as createFetchClient, type Client } from './generated/api/client/index.js';
import { sender } from './send.js';

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** Address of the service, for example `https://api.studio.example`. */
  readonly baseUrl: string;
  /** API key of the studio. Keep it in your backend. */
  readonly apiKey: string | undefined;
  /** Language of texts and messages, as in `Accept-Language`. Default: the language of the studio. */
  readonly language?: string;
  /** How often a request is repeated where that is safe. Default: 2. */
  readonly maxRetries?: number;
  /** Longest time for one attempt, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Longest time for a call with all its attempts and pauses, in milliseconds. Default: 120,000, or `timeoutMs` if that is longer. */
  readonly totalTimeoutMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/**
 * Creates a client of one studio, which every operation takes as `client`.
 *
 * @throws TypeError if an option is invalid
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, language, maxRetries = 2, timeoutMs = 30_000 } = options;
  const { totalTimeoutMs = Math.max(120_000, timeoutMs) } = options;
  checkAddress(baseUrl);
  // The message does not contain the key, because messages are logged.
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError(
      'apiKey must be the API key of the studio; it is missing, empty or contains invalid characters.',
    );
  if (language !== undefined && !/^[\w\-*,;=. ]+$/.test(language))
    throw new TypeError(
      `language must be a value for Accept-Language, such as "de"; given: ${JSON.stringify(language)}.`,
    );
  checkNumber('maxRetries', maxRetries, 0, 10);
  checkNumber('timeoutMs', timeoutMs, 1, 600_000);
  checkNumber('totalTimeoutMs', totalTimeoutMs, 1, 3_600_000);
  return createFetchClient({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    auth: () => apiKey,
    headers: { 'accept-language': language },
    fetch: sender({
      fetch: options.fetch ?? ((...request) => fetch(...request)),
      maxRetries,
      timeoutMs,
      totalTimeoutMs,
    }),
    // A redirect would send the key to another address.
    redirect: 'manual',
    responseStyle: 'data',
    throwOnError: true,
  });
}

function checkAddress(baseUrl: unknown): void {
  const expected =
    'baseUrl must be the http or https address of the service, without a password, query or fragment';
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl))
    throw new TypeError(`${expected}; given: ${JSON.stringify(baseUrl)}.`);
  const { protocol, username, password, search, hash } = new URL(baseUrl);
  if (username || password) throw new TypeError(`${expected}; given: an address with a password.`);
  if (!/^https?:$/.test(protocol) || search || hash)
    throw new TypeError(`${expected}; given: ${JSON.stringify(baseUrl)}.`);
}

function checkNumber(name: string, value: unknown, least: number, most: number): void {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return;
  throw new TypeError(
    `${name} must be a whole number from ${least} to ${most}; given: ${JSON.stringify(value)}.`,
  );
}
