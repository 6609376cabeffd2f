import { type Client, createClient } from 'upc-open-api';
import type { Studio } from './studios.js';

/** Connects to the Open API for a studio, to answer one request of a page. */
export type Connect = (studio: Studio, language: string | undefined) => Client;

/** Accept-Language as browsers send it. Anything else is left out. */
const LANGUAGES = /^[\w\-*,;=. ]+$/;

/**
 * Returns a function that connects to the Open API. The API key stays on the server: the page only sees session tokens,
 * and sends paymentRequestTokens back. The visitor's Accept-Language makes the service write its messages in their
 * language.
 */
export function connectTo(baseUrl: string): Connect {
  return ({ apiKey }, language) => {
    const client = createClient({
      baseUrl,
      apiKey,
      ...(language !== undefined && LANGUAGES.test(language) && { language }),
      timeoutMs: 15_000,
      maxRetries: 1,
      // A call ends with what is known about it before the page gives up after 40 seconds.
      totalTimeoutMs: 35_000,
    });
    // All calls for one request of a page together end before that, too.
    client.setConfig({ signal: AbortSignal.timeout(38_000) });
    return client;
  };
}
