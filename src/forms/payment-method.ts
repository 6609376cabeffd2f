import type { TextKey } from '../i18n/text-keys.js';
import type { ConsentDefinition, FieldDefinition, FormContext, FormInfo } from './form.js';
import type { Flow } from '@upc/contract/catalogue';
import type { PaymentDetails, PaymentMethod } from '@upc/contract/gateway';

/**
 * A payment method's form, without DOM: what it asks, and what of it is sent. Loaded when the method is chosen.
 * All functions are pure.
 */
export interface MethodForm {
  fields(context: FormContext): readonly FieldDefinition[];
  consents(context: FormContext): readonly ConsentDefinition[];
  /** The consequence of paying, for a method that asks for nothing. */
  info?(context: FormContext): FormInfo;
  /**
   * @param values parsed values by field name, each valid.
   * @returns undefined when there is nothing to send.
   */
  toDetails(values: Readonly<Record<string, string>>): PaymentDetails | undefined;
}

export type Brand = 'paypal' | 'ideal' | 'twint';

/** Presentation of a method. */
export interface MethodPresentation {
  /** Plain icon beside the name where there is no logo, or not yet. */
  readonly icon: 'bank' | 'card' | 'coin' | 'phone' | 'transfer';
  /** Whether the person checks what was typed before it is sent. */
  readonly hasReview?: boolean;
  /** Whether some fields are choices from a list, whatever the session asks for. */
  readonly hasSelects?: boolean;
  /** Brand whose look the button has. */
  readonly brand?: Brand;
  /** @throws when the code of the form cannot be fetched. */
  load(): Promise<MethodForm>;
}

/** A method of this build. */
export interface PaymentMethodDefinition extends MethodPresentation {
  readonly paymentMethod: PaymentMethod;
  /** The way its details travel, from the catalogue. */
  readonly flow: Flow;
}

/** Key of a method's name. The compiler names this line when `locales` has no name for a method of the catalogue. */
export function methodName(paymentMethod: PaymentMethod): TextKey {
  return `method.${paymentMethod}`;
}
