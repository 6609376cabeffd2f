import { type CustomerFields, init, type PaymentWidget, type PaymentWidgetConfig } from 'upc-payment-widget';

/** The configuration of `init` without the container, which the wrapper brings. */
export type WidgetConfig = Omit<PaymentWidgetConfig, 'container'>;

/** Functions of a widget that a wrapper mounts, whichever widget is there at the time. */
export type WidgetHandle = Pick<PaymentWidget, 'submitPayment' | 'retry' | 'getPaymentState'>;

/** A widget that follows a configuration until it ends. */
export interface KeptWidget extends WidgetHandle {
  /**
   * Brings the widget to this configuration: by `update` where that is enough, otherwise by a new widget. What has not
   * changed since it was applied changes nothing, in other objects either; after `destroy` nothing does.
   *
   * @throws PaymentWidgetError VALIDATION_ERROR as `init` and `update` do. The next configuration is applied as a whole.
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
  const complete = () => ({ ...config, ...latest(() => config), container });
  // Missing after a configuration that `init` has refused.
  let widget: PaymentWidget | undefined = init(complete());
  let applied = snapshot(initial);
  let isOver = false;

  const apply = (wanted: Snapshot): void => {
    const changed = changes(applied.options, wanted.options);
    const fields = changes(applied.fields, wanted.fields);
    const isAnother = fixed.some((key) => changed.includes(key));
    // A field can be given again, but not taken back.
    if (!widget || isAnother || fields.some((name) => wanted.fields[name] === undefined)) {
      widget?.destroy();
      widget = undefined;
      widget = init(complete());
      return;
    }
    const given: Record<string, unknown> = complete();
    if (changed.length > 0) widget.update(Object.fromEntries(changed.map((key) => [key, given[key]])));
    // Those alone that are others: what the person has typed into the rest stays.
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

/** The callbacks that are given, each of which calls the one that is given when it fires. */
function latest(config: () => WidgetConfig): Pick<WidgetConfig, (typeof callbacks)[number]> {
  const call =
    (key: (typeof callbacks)[number]) =>
    (...values: unknown[]) =>
      (config()[key] as ((...values: unknown[]) => unknown) | undefined)?.(...values);
  return Object.fromEntries(callbacks.filter((key) => config()[key]).map((key) => [key, call(key)]));
}

/** Texts by name; what is not given has none. */
type Values = Readonly<Record<string, string | undefined>>;

/** A configuration as texts: frameworks make the same objects again at each rendering, or change them in place. */
interface Snapshot {
  readonly options: Values;
  readonly fields: Values;
}

function snapshot(config: WidgetConfig): Snapshot {
  return {
    options: {
      ...texts(config, [...fixed, ...mutable]),
      // A callback's presence changes what the widget does; which function it is does not.
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
