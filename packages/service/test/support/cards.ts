import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { GatewayClient, Payment } from './clients.js';
import type { TestService } from './service.js';

const RETURN_URL = 'http://localhost:5173/join';

export const CARD_REQUEST = {
  paymentMethod: 'CREDIT_CARD',
  details: { cardHolder: 'Mara Lindner' },
  returnUrl: RETURN_URL,
};

/** Does the work of the provider's frame: the card is sent only to the provider. */
export function typeCard(
  service: Pick<TestService, 'simulator'>,
  payment: Payment,
  number: string,
): Promise<void> {
  return confirmCard(service, payment, {
    card: { number, expiry: '12/34', cvc: '123', holder: 'Mara Lindner' },
  });
}

/** Sends what a frame of the provider sends: a typed card, or one from a wallet. */
export async function confirmCard(
  { simulator }: Pick<TestService, 'simulator'>,
  { nextAction }: Payment,
  body: object,
): Promise<void> {
  if (nextAction?.type !== 'PROVIDER_CONFIRM')
    throw new Error(`There is nothing to confirm: ${nextAction?.type}.`);
  const { clientSecret = '', publicKey = '' } = nextAction;
  const [id] = clientSecret.split('_secret_');
  const answer = await fetch(`${simulator.url}/v1/browser/intents/${id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${clientSecret}`,
      'simulator-account': publicKey,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

export async function payByCard(
  service: Pick<TestService, 'simulator'>,
  gateway: GatewayClient,
  number = '4242424242424242',
): Promise<Payment> {
  const made = await gateway.create(CARD_REQUEST);
  expect([made.status, made.body.status]).toEqual([201, 'CREATED']);
  await typeCard(service, made.body, number);
  return (await gateway.authenticate(made.body.id)).body;
}
