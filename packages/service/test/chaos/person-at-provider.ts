import { randomUUID } from 'node:crypto';
import type { PaymentDetails } from '@upc/contract/gateway';
import type { RetryingClient } from './retrying-client.js';

/** Actions of a person on a page of the provider. With `never` the person leaves, and may return later. */
export type PageOutcome = 'approve' | 'refuse' | 'cancel' | 'later' | 'never';

/** Card numbers by the bank's response. */
const CARDS = {
  approve: '4242424242424242',
  /** The bank shows a page first. */
  later: '4000002760003184',
  refuse: '4000000000000002',
  cancel: '4000000000009995',
  never: '4242424242424242',
} as const satisfies Readonly<Record<PageOutcome, string>>;

/** Confirms an intent in the provider's frame, and at the card's bank if the bank requires it. */
export async function confirmCard(
  client: RetryingClient,
  clientSecret: string,
  publicKey: string,
  outcome: PageOutcome,
): Promise<void> {
  const [intent = ''] = clientSecret.split('_secret_');
  const answer = await client.send({
    to: 'provider',
    method: 'POST',
    path: `/v1/browser/intents/${intent}/confirm`,
    headers: {
      authorization: `Bearer ${clientSecret}`,
      'simulator-account': publicKey,
      'idempotency-key': randomUUID(),
    },
    body: {
      card: { number: CARDS[outcome], expiry: '12/34', cvc: '123', holder: 'Jonas Okafor' },
      returnUrl: 'http://localhost:5173/',
    },
  });
  const { nextAction } = answer.body as { nextAction?: { url: string } };
  if (nextAction !== undefined) await answerPage(client, nextAction.url, 'approve');
}

/** Acts on a page of the provider, and fills in the data that one of them requires (BECS). */
export async function answerPage(client: RetryingClient, url: string, outcome: PageOutcome): Promise<void> {
  const { pathname } = new URL(url);
  await client.send({
    to: 'provider',
    method: 'POST',
    path: pathname,
    body: {
      outcome,
      accountHolder: 'Ruby Campbell',
      bankLocationId: '000000',
      accountNumber: '000123456',
      email: 'ruby@example.com',
    },
  });
}

/** Where a studio's own bank has a page on which BECS payers give their account. */
export const isRequestPage = (url: string): boolean =>
  new URL(url).pathname.startsWith('/direct-debit-requests/');

/** Signs a Direct Debit Request on the page of the service, or cancels it. A page that is closed stays as it is. */
export async function signRequest(
  client: RetryingClient,
  url: string,
  outcome: PageOutcome,
  account: PaymentDetails,
): Promise<void> {
  const { pathname, search } = new URL(url);
  const page = { to: 'service', path: `${pathname}${search}` } as const;
  const { text } = await client.send({ ...page, method: 'GET' });
  const read = /name="read" value="(\w+)"/.exec(text)?.[1];
  if (read === undefined) return;
  const { accountHolder = '', bankLocationId = '', accountNumber = '', email = '' } = account;
  const signed = { read, accountHolder, bankLocationId, accountNumber, email, accepted: 'yes' };
  const isSigned = outcome === 'approve' || outcome === 'later';
  await client.send({ ...page, method: 'POST', form: isSigned ? signed : { cancel: 'yes' } });
}
