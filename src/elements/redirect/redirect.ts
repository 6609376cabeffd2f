import { defineElement } from '../define-element.js';
import { BrandButtonElement } from './brand-button.js';
import { RedirectElement } from './redirect-element.js';

export { leavePage } from './leave-page.js';
export { cleanAddress } from './return-address.js';

export function registerRedirect(): void {
  defineElement('upc-brand-button', BrandButtonElement);
  defineElement('upc-redirect', RedirectElement);
}
