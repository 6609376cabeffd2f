import type { OfferedPaymentMethod } from '@upc/contract/gateway';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';
import { defineElement } from '../elements/define-element.js';
import type { Translator } from '../i18n/translator.js';
import { loadRedirect } from '../elements/redirect/load-redirect.js';

/**
 * Loads and defines the elements that only some forms show. Each is a separate chunk in the ES build.
 *
 * @throws when one cannot be loaded, since a form that cannot be completed must not be shown.
 */
export async function prepareForm(
  { hasReview, hasSelects, flow }: PaymentMethodDefinition,
  { requiredFields }: OfferedPaymentMethod,
  translator: Pick<Translator, 'extend'>,
): Promise<void> {
  const isSigned = requiredFields?.includes('signature');
  await Promise.all([
    (flow !== 'debit' || hasSelects || requiredFields?.length) && extendEnglish(translator),
    hasReview && defineReview(),
    (hasSelects === true || requiredFields?.includes('address')) && defineSelectField(),
    flow === 'frames' && defineSecuredFields(),
    flow === 'page' && loadRedirect(),
    (flow === 'page' || flow === 'none') && defineMethodInfo(),
    isSigned && defineSignature(),
  ]);
}

/** Adds texts that a SEPA form without further fields does not need. */
async function extendEnglish(translator: Pick<Translator, 'extend'>): Promise<void> {
  translator.extend((await import('../i18n/english-later.json')).default);
}

/**
 * Loads select fields. A form that needs them only after the person has typed something gets them from
 * `prepare-submission.ts`.
 */
async function defineSelectField(): Promise<void> {
  const { SelectFieldElement } = await import('../elements/select-field/select-field.js');
  defineElement('upc-select-field', SelectFieldElement);
}

async function defineMethodInfo(): Promise<void> {
  const { MethodInfoElement } = await import('../elements/method-info/method-info.js');
  defineElement('upc-method-info', MethodInfoElement);
}

export async function defineReview(): Promise<void> {
  defineElement('upc-review', (await import('../elements/review/review.js')).ReviewElement);
}

export async function defineSecuredFields(): Promise<void> {
  const { SecuredFieldsElement } = await import('../elements/secured-fields/secured-fields.js');
  defineElement('upc-secured-fields', SecuredFieldsElement);
}

export async function defineSignature(): Promise<void> {
  defineElement('upc-signature', (await import('../elements/signature/signature.js')).SignatureElement);
}
