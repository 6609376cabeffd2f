import type { TextKey } from '../i18n/text-keys.js';
import type { ConsentDefinition, FieldDefinition, FormContext, FormInfo } from './form.js';
import type { Flow } from '@upc/contract/catalogue';
import type { OfferedPaymentMethod, PaymentDetails, PaymentMethod } from '@upc/contract/gateway';

/**
 * A payment method's form, without DOM: its fields and the details to send. It is loaded when the method is chosen. Its
 * functions have no side effects.
 */
export interface MethodForm {
  /** Set if it lacks fields that few people need. The complete form loads after it. */
  readonly isPartial?: true;
  fields(context: FormContext): readonly FieldDefinition[];
  consents(context: FormContext): readonly ConsentDefinition[];
  /** Returns the text on the effect of paying, for a method without fields. */
  info?(context: FormContext): FormInfo;
  /**
   * Returns the details to send; undefined when there are none.
   *
   * @param values parsed, valid values by field name.
   */
  toDetails(values: Readonly<Record<string, string>>): PaymentDetails | undefined;
}

export type Brand = 'paypal' | 'ideal' | 'twint';

/** A payment method that this build can show. */
export interface PaymentMethodDefinition {
  readonly paymentMethod: PaymentMethod;
  /** The way in which the method's details reach the provider, from the catalogue. */
  readonly flow: Flow;
  /** Whether the person reviews the entries before they are sent. */
  readonly hasReview?: boolean;
  /** Whether the form has select fields regardless of the session. */
  readonly hasSelects?: boolean;
  /** Brand whose style the button has. */
  readonly brand?: Brand;
  /**
   * Loads the form.
   *
   * @param offer absent if the form is loaded in advance.
   * @throws when its code cannot be loaded.
   */
  load(offer?: OfferedPaymentMethod): Promise<MethodForm>;
}

/**
 * Returns the locale key of a method's name. This line fails to compile if `locales` lacks the name of a catalogue
 * method.
 */
export function methodName(paymentMethod: PaymentMethod): TextKey {
  return `method.${paymentMethod}`;
}
