import { createHmac } from 'node:crypto';
import type { Intent } from './objects.js';

/** Returns the type of the event for an intent's status, or null. */
export function eventType({ kind, status, lastError }: Intent): string | null {
  if (kind === 'setup_intent') {
    if (status === 'succeeded') return 'setup_intent.succeeded';
    if (status === 'canceled') return 'setup_intent.canceled';
    return lastError ? 'setup_intent.setup_failed' : null;
  }
  if (lastError) return 'payment_intent.payment_failed';
  return {
    requires_capture: 'payment_intent.amount_capturable_updated',
    processing: 'payment_intent.processing',
    succeeded: 'payment_intent.succeeded',
    canceled: 'payment_intent.canceled',
    requires_action: 'payment_intent.requires_action',
    requires_payment_method: null,
    requires_confirmation: null,
  }[status];
}

/** Returns the header `Stripe-Signature` (docs.stripe.com/webhooks, verify manually). @param seconds Unix time */
export function signature(payload: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
