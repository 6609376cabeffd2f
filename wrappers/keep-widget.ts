import { init, type PaymentWidget, type PaymentWidgetConfig } from 'upc-payment-widget';

/** The configuration of `init` by its names of today, without the container, which the wrapper brings. */
export type WidgetConfig = Omit<PaymentWidgetConfig, 'container' | 'customerData'>;

/** What a page does with a widget that a wrapper mounts, whichever widget is there at the time. */
export type WidgetHandle = Pick<PaymentWidget, 'submitPayment' | 'retry' | 'getPaymentState'>;

/** A widget that follows a configuration until it ends. */
export interface KeptWidget extends WidgetHandle {
  /**
   * Brings the widget to this configuration: by `update` where that is enough, otherwise by a new widget. The same
   * configuration again, in other objects, changes nothing; after `destroy` none does.
   *
   * @throws PaymentWidgetError VALIDATION_ERROR as `init` and `update` do.
   */
  readonly set: (config: WidgetConfig) => void;
  readonly destroy: () => void;
}

const callbacks = ['onSuccess', 'onError', 'onPaymentStateChange', 'onRedirect'] as const;
const mutable = ['locale', 'styling', 'i18n', 'featureFlags', 'hidePaymentButton'] as const;
const fixed = [
  'userSessionToken',
  'environment',
  'region',
  'countryCode',
  'devMode',
  'returnUrl',
  'baseUrl',
] as const;

/**
 * Mounts a widget and keeps it as a configuration that changes over time says. The callbacks are always those of the
 * latest configuration.
 *
 * @throws PaymentWidgetError VALIDATION_ERROR as `init` does.
 */
export function keepWidget(container: HTMLElement, initial: WidgetConfig): KeptWidget {
  let config = initial;
  const mount = () => init({ ...config, ...latest(() => config), container });
  let widget = mount();
  let isOver = false;
  return {
    set: (next) => {
      if (isOver) return;
      const before = config;
      config = next;
      if (fixed.some((key) => differs(key, before, next))) {
        widget.destroy();
        widget = mount();
        return;
      }
      const changed = [
        ...mutable.filter((key) => differs(key, before, next)),
        // A callback's presence changes what the widget does; which function it is does not.
        ...callbacks.filter((key) => !before[key] !== !next[key]),
      ];
      const given = { ...next, ...latest(() => config) };
      if (changed.length > 0) widget.update(Object.fromEntries(changed.map((key) => [key, given[key]])));
      if (differs('customerFields', before, next)) widget.updateCustomerFields(next.customerFields ?? {});
    },
    destroy: () => {
      isOver = true;
      widget.destroy();
    },
    submitPayment: () => widget.submitPayment(),
    retry: () => widget.retry(),
    getPaymentState: () => widget.getPaymentState(),
  };
}

/** The callbacks that are given, each of which calls the one that is given when it fires. */
function latest(config: () => WidgetConfig): Pick<WidgetConfig, (typeof callbacks)[number]> {
  const call =
    (key: (typeof callbacks)[number]) =>
    (...values: unknown[]) =>
      (config()[key] as ((...values: unknown[]) => unknown) | undefined)?.(...values);
  return Object.fromEntries(callbacks.filter((key) => config()[key]).map((key) => [key, call(key)]));
}

/** Options are plain data, and a framework makes the same ones anew each time that it renders. */
function differs(key: keyof WidgetConfig, a: WidgetConfig, b: WidgetConfig): boolean {
  return a[key] !== b[key] && JSON.stringify(a[key]) !== JSON.stringify(b[key]);
}
