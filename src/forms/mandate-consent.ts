import type { TextKey } from '../i18n/text-keys.js';
import type { ConsentDefinition, FormContext } from './form.js';

/** The box by which the mandate is accepted; where the host hides it, the button accepts it. */
export function mandateConsent(
  { session, hideMandateCheckbox }: FormContext,
  labelKey: TextKey,
): readonly ConsentDefinition[] {
  if (hideMandateCheckbox) return [];
  return [{ name: 'mandate', labelKey, labelParams: { creditor: session.creditor.name } }];
}
