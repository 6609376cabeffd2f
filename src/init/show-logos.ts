import { defineElement } from '../elements/define-element.js';
import { LogoElement } from '../elements/logo/logo.js';
import type { Logos } from '../elements/logo/logos.js';

/**
 * Shows the logos beside the names of the methods. Without them the widget still works: only their places stay empty,
 * except for the plain icons of cards, cash and bank transfers.
 */
export function showLogos(
  element: { readonly config: { readonly devMode: boolean }; logos: Logos | undefined },
  loaded: PromiseSettledResult<Logos>,
): void {
  defineElement('upc-logo', LogoElement);
  element.logos = loaded.status === 'fulfilled' ? loaded.value : {};
  if (loaded.status === 'rejected' && element.config.devMode) {
    // oxlint-disable-next-line no-console -- devMode logs to the console
    console.warn('paymentWidget:', String(loaded.reason));
  }
}
