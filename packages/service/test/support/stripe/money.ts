import { at, textAt, type FormObject } from './form.js';
import { invalidRequest } from './refusal.js';
import { refuse } from './confirm.js';
import type { Books } from './books.js';
import type { Intent, Refund } from './objects.js';

const CANCELLABLE = {
  payment_intent: ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture'],
  setup_intent: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
} as const;

/** Captures what is held, or a part of it, and releases the rest. @throws Refusal 400 */
export function captureIntent(intent: Intent, form: FormObject): void {
  if (intent.status !== 'requires_capture' || intent.charge === null)
    throw unexpectedState(intent, 'captured');
  const amount = Number(textAt(form, 'amount_to_capture') ?? intent.amount);
  if (amount > intent.amount || amount < 1) {
    throw invalidRequest('This is more than can be captured.', 'amount_too_large', 'amount_to_capture');
  }
  intent.charge.captured = amount;
  intent.status = 'succeeded';
}

/** Cancels an intent. @throws Refusal 400 */
export function cancelIntent(intent: Intent, form: FormObject): void {
  if (!(CANCELLABLE[intent.kind] as readonly string[]).includes(intent.status))
    throw unexpectedState(intent, 'canceled');
  intent.status = 'canceled';
  intent.cancellationReason = textAt(form, 'cancellation_reason') ?? null;
}

/** Refunds an intent. @throws Refusal 400, 404 */
export function refundIntent(books: Books, form: FormObject): object {
  const intent = books.intent(textAt(form, 'payment_intent') ?? '', 'payment_intent');
  const { charge } = intent;
  if (intent.status !== 'succeeded' || charge === null) throw unexpectedState(intent, 'refunded');
  const left = charge.captured - charge.refunded;
  const amount = Number(textAt(form, 'amount') ?? left);
  if (left === 0) throw invalidRequest('Charge has already been refunded.', 'charge_already_refunded');
  if (amount > left) throw invalidRequest('Refund amount is greater than what is left.', undefined, 'amount');
  charge.refunded += amount;
  const refund: Refund = {
    id: books.newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: books.now(),
    currency: intent.currency,
    metadata: (at(form, 'metadata') ?? {}) as Readonly<Record<string, string>>,
    payment_intent: intent.id,
    status: 'succeeded',
  };
  books.refunds.push(refund);
  return refund;
}

/** Applies the bank's decision about a debit, days later. */
export function settleDebit(intent: Intent): void {
  if (intent.status !== 'processing' || intent.charge === null)
    throw new Error(`${intent.id} is not processing.`);
  if (intent.paymentMethod?.isGivenBack) {
    refuse(intent, { code: 'payment_intent_payment_attempt_failed' });
    return;
  }
  intent.charge.captured = intent.amount;
  intent.status = 'succeeded';
}

function unexpectedState({ kind, status }: Intent, what: string) {
  return invalidRequest(
    `This intent could not be ${what}: it has a status of ${status}.`,
    `${kind}_unexpected_state`,
  );
}
