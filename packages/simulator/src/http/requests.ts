import type { FastifyRequest } from 'fastify';
import type { SimulatorContext } from '../context.js';
import type { Account, IntentEvent } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { Refusal } from '../refusal.js';

/**
 * Requires the secret key.
 *
 * @throws Refusal 401 when the request does not contain it
 */
export function requireSecretKey({ secrets }: SimulatorContext, request: FastifyRequest): void {
  if (!secrets.opens(request.headers.authorization)) {
    throw Refusal.authentication(
      401,
      'secret_key_invalid',
      'Send the secret key of the provider: Authorization: Bearer <key>.',
    );
  }
}

/** Returns the account of a request, whose public key is in the header `Simulator-Account`. */
export function accountOf({ ledger }: SimulatorContext, request: FastifyRequest): Account {
  const publicKey = request.headers['simulator-account'];
  if (typeof publicKey !== 'string' || publicKey === '') {
    throw Refusal.invalid('account_missing', 'Send the header Simulator-Account.', 'Simulator-Account');
  }
  const account = ledger.account(publicKey);
  if (account === undefined) {
    throw Refusal.authentication(
      403,
      'account_unknown',
      'The account of Simulator-Account is not registered.',
    );
  }
  return account;
}

/**
 * Returns an intent of an account.
 *
 * @throws Refusal 404 when the account has no such intent
 */
export function intentOf({ ledger }: SimulatorContext, account: Account, id: string): Intent {
  const intent = ledger.intent(id);
  if (intent?.account !== account.publicKey) throw Refusal.missing('intent', 'id');
  return intent;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

function idempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw Refusal.invalid(
      'idempotency_key_missing',
      'Send the header Idempotency-Key: 1 to 255 printable characters without spaces.',
      'Idempotency-Key',
    );
  }
  return key;
}

/** An intent as it was when a request was answered. */
export interface Done {
  readonly intent: Intent;
  readonly at: Date;
}

/**
 * Performs a POST request at most once per Idempotency-Key. The same request with the same key receives the same
 * response, and a different one is refused. Refused requests leave no record. No other code runs between the look-up
 * and the entry, so concurrent requests are processed one after the other.
 *
 * @param scope owner of the key; keys of browsers never collide with those of the service
 * @param decide returns the events, whose intent is the response
 */
export function once(
  { ledger, secrets, clock }: SimulatorContext,
  request: FastifyRequest,
  scope: string,
  decide: (now: Date) => IntentEvent | readonly IntentEvent[],
): Done {
  const key = idempotencyKey(request);
  const path = request.url.split('?')[0] ?? '';
  const hash = secrets.requestHash(`${request.method} ${path}\n${JSON.stringify(request.body ?? {})}`);
  if (ledger.answered(scope, key) === undefined) {
    const now = clock.now();
    const events = [decide(now)].flat();
    ledger.record({ at: now.toISOString(), events, request: { scope, key, hash } });
  }
  const answered = ledger.answered(scope, key);
  if (answered?.hash !== hash) throw Refusal.keyReused();
  return { intent: answered.intent, at: new Date(answered.at) };
}
