'use client';
import {
  createElement,
  forwardRef,
  type ForwardRefExoticComponent,
  type RefAttributes,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { type KeptWidget, keepWidget, type WidgetConfig, type WidgetHandle } from './keep-widget.js';

export type { WidgetConfig, WidgetHandle } from './keep-widget.js';

/** Configuration of `init` without its container, and the class of the element that contains the widget. */
export type PaymentWidgetProps = WidgetConfig & { readonly className?: string };

/**
 * Mounts a payment widget in an element of the caller: `<div ref={container} />`. The widget follows the configuration
 * at every render, and is removed with the component.
 *
 * @returns the ref for that element, and the widget, which is null until it is mounted.
 */
export function usePaymentWidget(config: WidgetConfig): {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly widget: WidgetHandle | null;
} {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(config);
  const [widget, setWidget] = useState<KeptWidget | null>(null);

  useEffect(() => {
    latest.current = config;
    widget?.set(config);
  });
  useEffect(() => {
    if (!container.current) throw new Error('usePaymentWidget: give `container` to an element as its ref.');
    const mounted = keepWidget(container.current, latest.current);
    setWidget(mounted);
    return () => {
      mounted.destroy();
      setWidget(null);
    };
  }, []);
  return { container, widget };
}

/** The payment widget as a component. Its ref provides `submitPayment()`, `retry()` and `getPaymentState()`. */
export const PaymentWidget: ForwardRefExoticComponent<
  PaymentWidgetProps & RefAttributes<WidgetHandle | null>
> = forwardRef<WidgetHandle | null, PaymentWidgetProps>(({ className, ...config }, ref) => {
  const { container, widget } = usePaymentWidget(config);
  useImperativeHandle<WidgetHandle | null, WidgetHandle | null>(ref, () => widget, [widget]);
  return createElement('div', { ref: container, className });
});
PaymentWidget.displayName = 'PaymentWidget';
