import { isOfFlow } from '@upc/contract/catalogue';
import { newId } from '../bank/secrets.js';
import type { SimulatorContext } from '../context.js';
import type { IntentEvent } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { Refusal } from '../refusal.js';
import { confirmDebit, type DebitConfirmation } from './confirm-debit.js';
import { requireStatus } from './money-moves.js';

/**
 * Confirms an intent from the backend: a debit with its details, or a method whose details the payer gives on a
 * provider page.
 *
 * @throws Refusal when it was confirmed before, or when details are given for a method without any
 */
export function confirmIntent(
  intent: Intent,
  confirmation: DebitConfirmation,
  context: Pick<SimulatorContext, 'secrets' | 'settlementMs' | 'challengeMs'>,
  now: Date,
): IntentEvent {
  requireStatus(intent, now, 'confirm', 'requires_confirmation');
  const { paymentMethod } = intent;
  if (isOfFlow(paymentMethod, 'debit')) {
    return confirmDebit({ ...intent, paymentMethod }, confirmation, context, now);
  }
  if (isOfFlow(paymentMethod, 'frames')) {
    throw Refusal.invalid(
      'confirmation_method_unsupported',
      `${paymentMethod} is confirmed in the browser only, by the provider's secured fields.`,
    );
  }
  if (Object.keys(confirmation.details ?? {}).length > 0) {
    throw Refusal.invalid(
      'parameter_unknown',
      `${paymentMethod} takes no details: the person gives them on the provider's page.`,
      'details',
    );
  }
  if (intent.returnUrl === undefined) {
    throw Refusal.invalid(
      'return_url_missing',
      `${paymentMethod} sends the person to a page: create the intent with a returnUrl.`,
      'returnUrl',
    );
  }
  const challenge = {
    id: newId('chl'),
    kind: 'hosted',
    display: 'redirect',
    verdict: 'approved',
    expiresAt: new Date(now.getTime() + context.challengeMs).toISOString(),
  } as const;
  return { type: 'intent.challenged', intent: intent.id, challenge };
}
