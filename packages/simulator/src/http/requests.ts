import type { FastifyRequest } from 'fastify';
import type { SimulatorContext } from '../context.js';
import type { Account, IntentEvent } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { Refusal } from '../refusal.js';

/** @throws Refusal 401 when the request does not carry the secret key */
export function requireSecretKey({ secrets }: SimulatorContext, request: FastifyRequest): void {
  if (!secrets.opens(request.headers.authorization)) {
    throw Refusal.authentication(
      401,
      'secret_key_invalid',
      'Send the secret key of the provider: Authorization: Bearer <key>.',
    );
  }
}

/** The account a request is made for: the public key in the header `Simulator-Account`. */
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

/** @throws Refusal 404 when the account has no such intent */
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
 * Does what a POST asks for, at most once per Idempotency-Key: the same request with the same key is answered
 * as it was, another one is refused. Nothing is kept of a refused request. From the look-up to the entry
 * nothing else runs, so two at once are one after the other.
 *
 * @param scope whose key it is: keys of a browser never meet those of the service
 * @param decide gives the events; their intent is the answer
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
