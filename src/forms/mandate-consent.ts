import type { TextKey } from '../i18n/text-keys.js';
import type { ConsentDefinition, FormContext } from './form.js';

/** Returns the box for accepting the mandate. If the host hides the box, the button accepts the mandate. */
export function mandateConsent(
  { session, hideMandateCheckbox }: FormContext,
  labelKey: TextKey,
): readonly ConsentDefinition[] {
  if (hideMandateCheckbox) return [];
  return [{ name: 'mandate', labelKey, labelParams: { creditor: session.creditor.name } }];
}
