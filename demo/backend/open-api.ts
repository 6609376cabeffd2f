import { type Client, createClient } from 'upc-open-api';
import type { Studio } from './studios.js';

/** Connects to the Open API for a studio. */
export type Connect = (studio: Studio, language: string | undefined) => Client;

/** Accept-Language as browsers send it. Anything else is left out. */
const LANGUAGES = /^[\w\-*,;=. ]+$/;

/**
 * Returns a function that connects to the Open API. The API key stays on the server: the page only sees session tokens,
 * and sends paymentRequestTokens back. The visitor's Accept-Language makes the service write its messages in their
 * language.
 */
export function connectTo(baseUrl: string): Connect {
  return ({ apiKey }, language) =>
    createClient({
      baseUrl,
      apiKey,
      ...(language !== undefined && LANGUAGES.test(language) && { language }),
      // Both attempts end before the page gives up after 40 seconds, unless the service asks to wait.
      timeoutMs: 15_000,
      maxRetries: 1,
    });
}
