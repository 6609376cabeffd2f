import type { ConsentDefinition, FormContext } from './form.js';

/** The box by which the mandate is accepted; where the host hides it, the button accepts it. */
export function mandateConsent(
  { session, hideMandateCheckbox }: FormContext,
  labelKey: string,
): readonly ConsentDefinition[] {
  if (hideMandateCheckbox) return [];
  return [{ name: 'mandate', labelKey, labelParams: { creditor: session.creditor.name } }];
}
