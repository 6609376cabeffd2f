import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { ValidationError } from '../forms/form.js';
import type { Translator } from '../i18n/translator.js';

/**
 * Returns the text for a member about a payment error: its own text if there is one, otherwise that of its code.
 * Reasons from a newer gateway have no text of their own.
 */
export function errorText(translator: Translator, { messageKey, code }: PaymentWidgetError): string {
  if (messageKey && translator.has(messageKey)) return translator.t(messageKey);
  // Even if the browser is online, the service may be out of reach.
  const { navigator } = globalThis as Partial<Pick<Window, 'navigator'>>;
  const isOffline = code === 'NETWORK_ERROR' && navigator?.onLine === false;
  return translator.t(isOffline ? 'error.offline' : `error.payment.${code}`);
}

/**
 * Returns the reference that a member can tell the studio; empty without a trace id. The first eight characters are
 * enough to find a trace id, and can be read out.
 */
export function referenceText(translator: Translator, traceId: string | undefined): string {
  return traceId ? translator.t('notice.reference', { traceId: traceId.slice(0, 8) }) : '';
}

/**
 * Returns the text for a member about an invalid field. The parameter `country` is a code, which the text shows as a
 * name. The exact text may load while the person types. Until then a general one takes its place.
 */
export function validationText(translator: Translator, { code, params = {} }: ValidationError): string {
  const { country } = params;
  return translator.t(translator.has(code) ? code : 'error.payment.VALIDATION_ERROR', {
    ...params,
    ...(typeof country === 'string' && { country: translator.country(country) }),
  });
}
