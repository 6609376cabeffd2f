import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Request, Route } from '@playwright/test';
import { standInFolder, type StandInScript } from './build.js';
import { type ApiError, challengePath, framePath } from './stand-in/protocol.js';

/** Faults in parts of Stripe. */
export interface StripeFaults {
  /** Promise to await before the script is served. */
  script?: Promise<unknown> | 'blocked' | undefined;
  frames?: 'blocked' | undefined;
  api?: 'offline' | undefined;
  /** Response to each confirmation, which then has no effect. */
  confirmation?: ApiError | undefined;
  /** Response to each confirmation after it has taken effect. */
  afterConfirmation?: ApiError | undefined;
  /** Script to serve in place of the stand-in. */
  body?: string | undefined;
}

/**
 * Responds to everything that a page requests from stripe.com: the script with the stand-in, at exactly the address
 * that the real loader uses, its frames, and the API with the recorder. It aborts all other requests.
 */
export class StripeNetwork {
  readonly faults: StripeFaults = {};
  /** Requested addresses, without their query. */
  readonly asked: string[] = [];
  readonly #bodies = new Map<string, string>();
  readonly #recorderUrl: string;

  constructor(recorderUrl: string) {
    this.#recorderUrl = recorderUrl;
  }

  async install(context: BrowserContext): Promise<void> {
    await context.exposeBinding('standInBody', (_source, id: string, body: string) => {
      this.#bodies.set(id, body);
    });
    await context.route(
      ({ hostname }) => hostname === 'stripe.com' || hostname.endsWith('.stripe.com'),
      (route) => this.#answer(route),
    );
  }

  async #answer(route: Route): Promise<void> {
    const url = new URL(route.request().url());
    this.asked.push(url.origin + url.pathname);
    switch (url.origin + (url.hostname === 'api.stripe.com' ? '' : url.pathname + url.search)) {
      case 'https://js.stripe.com/endive/stripe.js':
        return this.#script(route);
      case 'https://api.stripe.com':
        return this.#api(route, url);
    }
    const page = { [framePath]: 'frame', [challengePath]: 'challenge' } as const;
    const script = url.hostname === 'js.stripe.com' ? page[url.pathname as keyof typeof page] : undefined;
    if (!script || this.faults.frames === 'blocked') return route.abort('blockedbyclient');
    const body = `<!doctype html><html><head><meta charset="utf-8"><title>Stripe</title><style>${frameStyles}</style></head><body><script>${await read(script)}</script></body></html>`;
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body });
  }

  async #script(route: Route): Promise<void> {
    const { script, body } = this.faults;
    if (script === 'blocked') return route.abort('blockedbyclient');
    await script;
    return route.fulfill({
      contentType: 'text/javascript; charset=utf-8',
      body: body ?? (await read('stripe-js')),
    });
  }

  /** Forwards the page's own API calls to the recorder. */
  async #api(route: Route, url: URL): Promise<void> {
    const request = route.request();
    const { api, confirmation, afterConfirmation } = this.faults;
    const isConfirmation = url.pathname.endsWith('/confirm');
    if (api === 'offline') return route.abort('internetdisconnected');
    if (confirmation && isConfirmation) return answer(route, 400, { error: confirmation });
    const body = this.#bodyOf(request, url);
    url.searchParams.delete('request');
    const response = await fetch(new URL(url.pathname + url.search, this.#recorderUrl), {
      method: request.method(),
      ...(body !== undefined && {
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    }).catch(() => undefined);
    if (!response) return route.abort('connectionreset');
    if (afterConfirmation && isConfirmation) return answer(route, 400, { error: afterConfirmation });
    return answer(route, response.status, await response.json());
  }

  #bodyOf(request: Request, url: URL): string | undefined {
    if (request.method() !== 'POST') return undefined;
    return this.#bodies.get(url.searchParams.get('request') ?? '') ?? request.postData() ?? '';
  }
}

function answer(route: Route, status: number, json: unknown): Promise<void> {
  return route.fulfill({ status, headers: { 'access-control-allow-origin': '*' }, json });
}

function read(script: StandInScript): Promise<string> {
  return readFile(join(standInFolder, `${script}.js`), 'utf8');
}

const frameStyles = `
  * { box-sizing: border-box; }
  html { background: transparent; }
  body { margin: 0; display: flex; flex-wrap: wrap; gap: var(--gridRowSpacing, 0) var(--gridColumnSpacing, 12px);
    font-family: var(--fontFamily, sans-serif); font-size: var(--fontSizeBase, 16px);
    line-height: var(--fontLineHeight, normal); color: var(--colorText, inherit); }
  body:has(.label) { padding: 4px; }
  .field { display: block; flex: 1 1 100%; min-width: 0; }
  .field:is(.field-expiry, .field-cvc):has(.label) { flex: 1 1 120px; }
  .label { display: block; }
  .input { display: block; width: 100%; margin: 0; font: inherit; appearance: none;
    background: var(--colorBackground, transparent); border-radius: var(--borderRadius, 0); }
  .input::placeholder { color: var(--colorTextPlaceholder, gray); opacity: 1; }
  .error { display: block; }
  .error:empty { display: none; }
`;
