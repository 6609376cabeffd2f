import { type KeptWidget, keepWidget, type WidgetConfig, type WidgetHandle } from './keep-widget.js';

export type { WidgetConfig, WidgetHandle } from './keep-widget.js';

/** Parameters of the action: the configuration of the widget, and who wants to have the widget in hand. */
export type PaymentWidgetParameters = WidgetConfig & { readonly onMount?: (widget: WidgetHandle) => void };

/**
 * A Svelte action, `<div use:paymentWidget={config}></div>`: a payment widget in that element, which follows the
 * configuration and goes with the element.
 */
export function paymentWidget(
  container: HTMLElement,
  { onMount, ...config }: PaymentWidgetParameters,
): Pick<KeptWidget, 'destroy'> & { readonly update: (next: PaymentWidgetParameters) => void } {
  const widget = keepWidget(container, config);
  onMount?.(widget);
  return { update: ({ onMount: _, ...next }) => widget.set(next), destroy: widget.destroy };
}
