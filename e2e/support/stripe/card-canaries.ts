import { expect, type Page } from '@playwright/test';
import type { Canaries } from '../canaries.js';
import type { Stack } from '../stack.js';
import { cvcCanary, stripeCards } from './stripe-card-form.js';

/**
 * Expects no card data and no secret anywhere the page, its partner or the service could store it. Data that Stripe's
 * own frames send to Stripe is not checked.
 *
 * @param secrets client secrets and tokens.
 */
export async function expectNoCardData(
  page: Page,
  canaries: Canaries,
  stack: Stack,
  secrets: readonly string[],
): Promise<void> {
  const markup = await page.evaluate(() => {
    const shadows = [...document.querySelectorAll('*')].flatMap(
      ({ shadowRoot }) => shadowRoot?.innerHTML ?? [],
    );
    return [document.documentElement.outerHTML, ...shadows].join('\n');
  });
  const number = stripeCards.success;
  const grouped = number.replace(/(.{4})(?=.)/g, '$1 ');
  const values = [number, grouped, ...secrets];
  for (const value of [...values, `>${cvcCanary}<`, `"${cvcCanary}"`]) expect(markup).not.toContain(value);
  for (const value of values) expect(stack.serviceLog()).not.toContain(value);
  await canaries.expectNoTraceOf(values, { butTo: 'https://api.stripe.com/' });
}
