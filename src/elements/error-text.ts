import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { ValidationError } from '../forms/form.js';
import type { Translator } from '../i18n/translator.js';

/**
 * Returns the text for a member about a payment error: its own text if there is one, otherwise that of its code.
 * Reasons from a newer gateway have no text of their own.
 */
export function errorText(translator: Translator, error: PaymentWidgetError): string {
  const { messageKey, code } = error;
  return translator.t(messageKey && translator.has(messageKey) ? messageKey : `error.payment.${code}`);
}

/**
 * Returns the text for a member about an invalid field. The parameter `country` is a code, which the text shows as a
 * name.
 */
export function validationText(translator: Translator, { code, params = {} }: ValidationError): string {
  const { country } = params;
  return translator.t(code, {
    ...params,
    ...(typeof country === 'string' && { country: translator.country(country) }),
  });
}
