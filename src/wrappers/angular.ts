import { afterRenderEffect, DestroyRef, ElementRef, inject, untracked } from '@angular/core';
import { type KeptWidget, keepWidget, type WidgetConfig, type WidgetHandle } from './keep-widget.js';

export type { WidgetConfig, WidgetHandle } from './keep-widget.js';

/**
 * A payment widget in the host element of the component or directive that calls this in its constructor or a field. It
 * follows the signals that the configuration reads, and goes with the component. Nothing happens on a server.
 *
 * @param config of the widget; while it is undefined there is none
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
