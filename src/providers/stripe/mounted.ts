import type { Clock } from '../../core/clock.js';
import { within } from '../within.js';
import { blocked } from './blocked.js';
import type { AnyElement, ReportsLoadErrors } from './stripe-api.js';

/** Time within which a frame must report that it is ready for input, in milliseconds. */
const deadline = 30_000;

/**
 * Adds an element to a node in the document, and waits until it is ready for input.
 *
 * @throws PaymentWidgetError PSP_ERROR when it is not ready in time. A frame that is blocked by the page's policy
 * reports nothing at all.
 */
export async function mounted(
  element: AnyElement,
  node: HTMLElement,
  time: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const ready = new Promise<true>((resolve) => element.on('ready', () => resolve(true)));
  element.mount(node);
  if (!(await within(deadline, ready, time))) throw blocked("Stripe's frame did not load in time.");
}

/** Returns a promise that rejects with PaymentWidgetError PSP_ERROR when the element reports that it did not load. */
export function loadFailure(element: ReportsLoadErrors): Promise<never> {
  return new Promise((_, reject) => {
    element.on('loaderror', ({ error }) => reject(blocked(`Stripe's frame did not load: ${error.type}.`)));
  });
}
