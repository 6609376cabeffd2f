import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { ValidationError } from '../forms/form.js';
import type { Translator } from '../i18n/translator.js';

/**
 * The text for a member about an error of the payment: its own where there is one, else that of its code. A reason
 * that only a newer gateway knows has none.
 */
export function errorText(translator: Translator, error: PaymentWidgetError): string {
  const { messageKey, code } = error;
  return translator.t(messageKey && translator.has(messageKey) ? messageKey : `error.payment.${code}`);
}

/** The text for a member at a field. A parameter `country` is a code in the data and a name in the text. */
export function validationText(translator: Translator, { code, params = {} }: ValidationError): string {
  const { country } = params;
  return translator.t(code, {
    ...params,
    ...(typeof country === 'string' && { country: translator.country(country) }),
  });
}
