import type { BrowserIntentView } from '@upc/contract/simulator-api';
import { STUDIO, type TestBench } from './simulator.js';

/** Returns a card as a frame sends it. */
export const card = (number: string, more: Record<string, string> = {}): Record<string, string> => ({
  number,
  expiry: '12/30',
  cvc: number.startsWith('37') ? '1234' : '123',
  holder: 'Ada Lovelace',
  ...more,
});

let keys = 0;

/** Sends the requests of a secured frame to its server, without the frame. */
export async function confirmInBrowser(
  bench: TestBench,
  clientSecret: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{
  status: number;
  body: BrowserIntentView & { error?: { code: string; param?: string; message: string } };
}> {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const response = await fetch(`${bench.simulator.url}/v1/browser/intents/${id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${clientSecret}`,
      'simulator-account': STUDIO,
      'idempotency-key': `browser-${(keys += 1)}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as never };
}

/** Presses a button on a bank page. */
export function press(
  url: string,
  outcome: string,
  headers: Record<string, string> = {},
  typed: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ outcome, ...typed }),
    redirect: 'manual',
  });
}
