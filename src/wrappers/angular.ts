import { afterRenderEffect, DestroyRef, ElementRef, inject, untracked } from '@angular/core';
import { type KeptWidget, keepWidget, type WidgetConfig, type WidgetHandle } from './keep-widget.js';

export type { WidgetConfig, WidgetHandle } from './keep-widget.js';

/**
 * Mounts a payment widget in the host element of the component or directive that calls this in its constructor or a
 * field. The widget follows the signals that the configuration reads, and is removed with the component. On a server
 * this does nothing.
 *
 * @param config configuration of the widget; while it is undefined there is no widget
 * @returns the widget; until it is mounted, its functions do nothing
 */
export function injectPaymentWidget(config: () => WidgetConfig | undefined): {
  readonly [Key in keyof WidgetHandle]: (
    ...values: Parameters<WidgetHandle[Key]>
  ) => ReturnType<WidgetHandle[Key]> | undefined;
} {
  const container = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  let widget: KeptWidget | undefined;
  afterRenderEffect(() => {
    const given = config();
    untracked(() => {
      if (!given) {
        widget?.destroy();
        widget = undefined;
      } else if (widget) widget.set(given);
      else widget = keepWidget(container, given);
    });
  });
  inject(DestroyRef).onDestroy(() => widget?.destroy());
  return {
    submitPayment: () => widget?.submitPayment(),
    retry: () => widget?.retry(),
    getPaymentState: () => widget?.getPaymentState(),
  };
}
