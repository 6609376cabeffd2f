import type { BrowserIntentView, ErrorView } from '@upc/contract/simulator-api';
import type { CardFieldName } from '../cards/card-fields.js';

export interface CardPayment {
  readonly clientSecret: string;
  /** A card that was typed, or one from a wallet. */
  readonly source:
    | { readonly card: Readonly<Record<CardFieldName, string>> & { readonly holder?: string } }
    | {
        readonly wallet: Readonly<Record<'name' | 'card' | 'country', string>> & {
          readonly recurring: boolean;
        };
      };
  readonly returnUrl?: string;
  readonly expected?: { readonly amount: number; readonly currency: string };
}

/** Reports that the provider refused; nothing happened. */
export class RefusedError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const PAUSES_MS = [300, 1_000, 3_000];
const TIMEOUT_MS = 15_000;

/** Sends requests to the provider from its own frame. Card data exists only in the body of one request. */
export class ProviderClient {
  readonly #publicKey: string;

  constructor(publicKey: string) {
    this.#publicKey = publicKey;
  }

  /**
   * Confirms an intent with a card.
   *
   * @throws RefusedError, or Error when no attempt received a response: the outcome is then unknown
   */
  confirm({ clientSecret, source, ...rest }: CardPayment): Promise<BrowserIntentView> {
    return this.#ask(`${addressOf(clientSecret)}/confirm`, clientSecret, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ ...source, ...rest }),
    });
  }

  /**
   * Retrieves the current state of an intent.
   *
   * @throws RefusedError, Error
   */
  retrieve(clientSecret: string): Promise<BrowserIntentView> {
    return this.#ask(addressOf(clientSecret), clientSecret, { method: 'GET' });
  }

  async #ask(address: string, clientSecret: string, init: RequestInit): Promise<BrowserIntentView> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${clientSecret}`);
    headers.set('simulator-account', this.#publicKey);
    for (let retries = 0; ; retries += 1) {
      try {
        return await once(address, { ...init, headers });
      } catch (error) {
        const pause = PAUSES_MS[retries];
        if (error instanceof RefusedError || pause === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
      }
    }
  }
}

async function once(address: string, init: RequestInit): Promise<BrowserIntentView> {
  const response = await fetch(address, { ...init, signal: deadline(TIMEOUT_MS), redirect: 'error' });
  const body = (await response.json()) as BrowserIntentView | ErrorView;
  if ('status' in body && response.ok) return body;
  if ('error' in body && response.status < 500 && response.status !== 429) {
    throw new RefusedError(body.error.code, body.error.message);
  }
  throw new Error(`status ${response.status}`);
}

/** Replaces `AbortSignal.timeout`, which the oldest supported browsers lack. */
function deadline(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** Returns the address of an intent, whose identifier is the first part of its client secret. */
function addressOf(clientSecret: string): string {
  const id = clientSecret.split('_secret_')[0] ?? '';
  return `/v1/browser/intents/${encodeURIComponent(id)}`;
}
