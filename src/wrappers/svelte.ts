import { type KeptWidget, keepWidget, type WidgetConfig, type WidgetHandle } from './keep-widget.js';

export type { WidgetConfig, WidgetHandle } from './keep-widget.js';

/** Parameters of the action: the configuration of the widget, and a function that receives the mounted widget. */
export type PaymentWidgetParameters = WidgetConfig & { readonly onMount?: (widget: WidgetHandle) => void };

/**
 * Mounts a payment widget as a Svelte action, `<div use:paymentWidget={config}></div>`. The widget follows the
 * configuration, and is removed with the element.
 */
export function paymentWidget(
  container: HTMLElement,
  { onMount, ...config }: PaymentWidgetParameters,
): Pick<KeptWidget, 'destroy'> & { readonly update: (next: PaymentWidgetParameters) => void } {
  const widget = keepWidget(container, config);
  onMount?.(widget);
  return { update: ({ onMount: _, ...next }) => widget.set(next), destroy: widget.destroy };
}
