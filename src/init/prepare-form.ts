import type { OfferedPaymentMethod } from '@upc/contract/gateway';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';
import { defineElement } from '../elements/define-element.js';
import type { Translator } from '../i18n/translator.js';
import { loadRedirect } from '../elements/redirect/load-redirect.js';

/**
 * Fetches and defines the elements that only some forms show; in the ES build each is a chunk of its own.
 *
 * @throws when one cannot be fetched: a form that cannot be finished is not begun.
 */
export async function prepareForm(
  { hasReview, hasSelects, flow }: PaymentMethodDefinition,
  { requiredFields }: OfferedPaymentMethod,
  translator: Pick<Translator, 'extend'>,
): Promise<void> {
  const isSigned = requiredFields?.includes('signature');
  await Promise.all([
    (flow !== 'debit' || hasSelects === true || isSigned) && extendEnglish(translator),
    hasReview && defineReview(),
    (hasSelects === true || requiredFields?.includes('address')) && defineSelectField(),
    flow === 'frames' && defineSecuredFields(),
    flow === 'page' && loadRedirect(),
    (flow === 'page' || flow === 'none') && defineMethodInfo(),
    isSigned && defineSignature(),
  ]);
}

/** Texts that the form of a SEPA debit does not need. */
async function extendEnglish(translator: Pick<Translator, 'extend'>): Promise<void> {
  translator.extend((await import('../i18n/english-later.json')).default);
}

/** A form that comes to need it later, as the person types, has it from `prepare-submission.ts` by then. */
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
