import type { OfferedPaymentMethod } from '../gateway/gateway.js';
import type { PaymentMethodDefinition } from '../methods/payment-method.js';
import { defineElement } from './define-element.js';

/**
 * Fetches and defines the elements that only some forms show; in the ES build each is a chunk of its own.
 *
 * @throws when one cannot be fetched: a form that cannot be finished is not begun.
 */
export async function prepareForm(
  { hasReview, hasSecuredFields }: PaymentMethodDefinition,
  { requiredFields }: OfferedPaymentMethod,
): Promise<void> {
  await Promise.all([
    hasReview && defineReview(),
    hasSecuredFields && defineSecuredFields(),
    requiredFields?.includes('signature') && defineSignature(),
  ]);
}

export async function defineReview(): Promise<void> {
  defineElement('upc-review', (await import('./review/review.js')).ReviewElement);
}

export async function defineSecuredFields(): Promise<void> {
  const { SecuredFieldsElement } = await import('./secured-fields/secured-fields.js');
  defineElement('upc-secured-fields', SecuredFieldsElement);
}

export async function defineSignature(): Promise<void> {
  defineElement('upc-signature', (await import('../mandates/signature/signature.js')).SignatureElement);
}
