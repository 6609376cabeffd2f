import { type CustomerFields, init, type PaymentWidget, type PaymentWidgetConfig } from 'upc-payment-widget';

/** Configuration of `init` without the container, which the wrapper provides. */
export type WidgetConfig = Omit<PaymentWidgetConfig, 'container'>;

/** Functions of the widget that a wrapper has mounted, whichever one that currently is. */
export type WidgetHandle = Pick<PaymentWidget, 'submitPayment' | 'retry' | 'getPaymentState'>;

/** A widget that follows a configuration until it is destroyed. */
export interface KeptWidget extends WidgetHandle {
  /**
   * Applies a configuration to the widget, by `update` if that suffices, otherwise by creating a new widget. Values
   * that are unchanged since the last call have no effect, even in new objects. After `destroy`, no value has any
   * effect.
   *
   * @throws PaymentWidgetError VALIDATION_ERROR as `init` and `update` do. The next configuration is applied as a
   * whole.
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
 * Mounts a widget and updates it when its configuration changes. The callbacks are always those of the latest
 * configuration.
 *
 * @throws PaymentWidgetError VALIDATION_ERROR as `init` does.
 */
export function keepWidget(container: HTMLElement, initial: WidgetConfig): KeptWidget {
  let config = initial;
  const complete = () => ({ ...config, ...latest(() => config), container });
  // Undefined after `init` has refused a configuration.
  let widget: PaymentWidget | undefined = init(complete());
  let applied = snapshot(initial);
  let isOver = false;

  const apply = (wanted: Snapshot): void => {
    const changed = changes(applied.options, wanted.options);
    const fields = changes(applied.fields, wanted.fields);
    const isAnother = fixed.some((key) => changed.includes(key)) || wanted.promise !== applied.promise;
    // A customer field can be replaced, but not withdrawn.
    if (!widget || isAnother || fields.some((name) => wanted.fields[name] === undefined)) {
      widget?.destroy();
      widget = undefined;
      widget = init(complete());
      return;
    }
    const given: Record<string, unknown> = complete();
    if (changed.length > 0) widget.update(Object.fromEntries(changed.map((key) => [key, given[key]])));
    // Only changed fields are passed on, so that what the person has typed into the others stays.
    if (fields.length > 0) widget.updateCustomerFields(onlyFields(config.customerFields, fields));
  };

  return {
    set: (next) => {
      if (isOver) return;
      config = next;
      const wanted = snapshot(next);
      apply(wanted);
      applied = wanted;
    },
    destroy: () => {
      isOver = true;
      widget?.destroy();
    },
    submitPayment: () => widget?.submitPayment() ?? Promise.resolve(undefined),
    retry: () => widget?.retry(),
    getPaymentState: () => widget?.getPaymentState() ?? { isProcessing: false, canSubmit: false },
  };
}

/** Returns wrappers for the given callbacks. Each calls the callback that is current when it fires. */
function latest(config: () => WidgetConfig): Pick<WidgetConfig, (typeof callbacks)[number]> {
  const call =
    (key: (typeof callbacks)[number]) =>
    (...values: unknown[]) =>
      (config()[key] as ((...values: unknown[]) => unknown) | undefined)?.(...values);
  return Object.fromEntries(callbacks.filter((key) => config()[key]).map((key) => [key, call(key)]));
}

/** Serialised values by name; undefined if a value is absent. */
type Values = Readonly<Record<string, string | undefined>>;

/**
 * A serialised configuration. Frameworks create equal objects again at each rendering, or change them in place, so
 * objects cannot be compared.
 */
interface Snapshot {
  readonly options: Values;
  readonly fields: Values;
  /** A promised session token, which cannot be serialised. */
  readonly promise: PromiseLike<string> | undefined;
}

function snapshot(config: WidgetConfig): Snapshot {
  const { userSessionToken } = config;
  return {
    promise: typeof userSessionToken === 'object' ? userSessionToken : undefined,
    options: {
      ...texts(config, [...fixed, ...mutable]),
      // Only the presence of a callback changes what the widget does, not which function it is.
      ...Object.fromEntries(callbacks.map((key) => [key, config[key] ? 'given' : undefined])),
    },
    fields: {
      ...texts(config.customerFields ?? {}, ['name', 'email']),
      ...texts(config.customerFields?.address ?? {}, addressFields),
    },
  };
}

const addressFields = ['line1', 'line2', 'city', 'postalCode', 'state', 'country'] as const;

function texts<Options extends object>(options: Options, keys: readonly (keyof Options & string)[]): Values {
  return Object.fromEntries(keys.map((key) => [key, JSON.stringify(options[key])]));
}

function changes(before: Values, after: Values): string[] {
  return Object.keys(after).filter((key) => before[key] !== after[key]);
}

function onlyFields({ address, ...own }: CustomerFields = {}, names: readonly string[]): CustomerFields {
  const picked = (fields: object = {}) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
  return { ...picked(own), address: picked(address) };
}
