import type { ConsentDefinition, FieldDefinition, FormContext, FormInfo } from '../forms/form.js';
import type { PaymentDetails, PaymentMethod } from '../gateway/gateway.js';

/** When the button of the method works (design of the methods, `canSubmit`). */
export type SubmitRule = 'boxes' | 'provider' | 'chosen';

/**
 * A payment method's form, without DOM: what it asks, and what of it is sent. Loaded when the method is chosen.
 * All functions are pure.
 */
export interface MethodForm {
  fields(context: FormContext): readonly FieldDefinition[];
  consents(context: FormContext): readonly ConsentDefinition[];
  /** What will happen, for a method that asks for nothing. */
  info?(context: FormContext): FormInfo;
  /**
   * @param values parsed values by field name, each valid.
   * @returns undefined when there is nothing to send.
   */
  toDetails(values: Readonly<Record<string, string>>): PaymentDetails | undefined;
}

export type Brand = 'paypal' | 'ideal' | 'twint';

/** One line of the registry. The method's name is the text `method.<paymentMethod>`. */
export interface PaymentMethodDefinition {
  readonly paymentMethod: PaymentMethod;
  readonly submitRule: SubmitRule;
  /** Which plain icon stands beside the name, or the mark of a brand. */
  readonly icon: 'bank' | 'card' | 'coin' | 'paypal' | 'transfer';
  /** Where the person checks what was typed before it is sent. */
  readonly hasReview?: boolean;
  /** Card data are typed into the provider's frames. */
  readonly hasSecuredFields?: boolean;
  /** The person pays on a page of the provider, to which the button leads. */
  readonly redirects?: boolean;
  /** Whose look the button has. */
  readonly brand?: Brand;
  load(): Promise<MethodForm>;
}
