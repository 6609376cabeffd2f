import type { Clock } from '../../core/clock.js';
import { within } from '../within.js';
import { blocked } from './blocked.js';
import type { AnyElement, ReportsLoadErrors } from './stripe-api.js';

/** Time that a frame may take to report that it can be typed into, in milliseconds. */
const deadline = 30_000;

/**
 * Puts an element into a node that is in the document, and waits until it can be typed into.
 *
 * @throws PaymentWidgetError PSP_ERROR when it does not say so in time: a frame that the page's policy blocks says
 *   nothing at all.
 */
export async function mounted(
  element: AnyElement,
  node: HTMLElement,
  time: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const ready = new Promise<true>((resolve) => element.on('ready', () => resolve(true)));
  element.mount(node);
  if (!(await within(deadline, ready, time))) throw blocked("Stripe's fields did not load in time.");
}

/** @returns a promise that rejects with PaymentWidgetError PSP_ERROR when the element says that it did not load. */
export function loadFailure(element: ReportsLoadErrors): Promise<never> {
  return new Promise((_, reject) => {
    element.on('loaderror', ({ error }) => reject(blocked(`Stripe's fields did not load: ${error.type}.`)));
  });
}
