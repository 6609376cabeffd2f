import {
  defineComponent,
  h,
  type MaybeRefOrGetter,
  onBeforeUnmount,
  onMounted,
  type Ref,
  shallowRef,
  toValue,
  watch,
} from 'vue';
import { type KeptWidget, keepWidget, type WidgetConfig, type WidgetHandle } from './keep-widget.js';

export type { WidgetConfig, WidgetHandle } from './keep-widget.js';

/**
 * Mounts a payment widget in an element of the caller's template. The widget follows the configuration, and is removed
 * with the component.
 *
 * @param container the template ref of that element
 * @param config a ref, a reactive object or a getter
 * @returns the widget, which is undefined until it is mounted
 */
export function usePaymentWidget(
  container: Readonly<Ref<HTMLElement | null | undefined>>,
  config: MaybeRefOrGetter<WidgetConfig>,
): Readonly<Ref<WidgetHandle | undefined>> {
  const widget = shallowRef<KeptWidget>();
  const present = () => ({ ...toValue(config) });
  onMounted(() => {
    if (!container.value) throw new Error('usePaymentWidget: the template has no element with this ref.');
    widget.value = keepWidget(container.value, present());
  });
  watch(present, (next) => widget.value?.set(next), { deep: true });
  onBeforeUnmount(() => widget.value?.destroy());
  return widget;
}

/**
 * The payment widget as a component. It has an attribute for each option of `init` except the container, and the events
 * `@success`, `@error`, `@payment-state-change` and `@redirect`. Its template ref provides `submitPayment()`, `retry()`
 * and `getPaymentState()`.
 */
export const PaymentWidget = defineComponent(
  (config: WidgetConfig, { expose }) => {
    const container = shallowRef<HTMLElement | null>(null);
    const widget = usePaymentWidget(container, () => config);
    expose({
      submitPayment: () => widget.value?.submitPayment(),
      retry: () => widget.value?.retry(),
      getPaymentState: () => widget.value?.getPaymentState(),
    });
    return () => h('div', { ref: container });
  },
  {
    name: 'PaymentWidget',
    // The widget checks the values. An attribute without a value is true only for props that are declared as boolean.
    props: {
      userSessionToken: null,
      session: null,
      environment: null,
      region: null,
      countryCode: null,
      locale: null,
      styling: null,
      i18n: null,
      featureFlags: null,
      customerFields: null,
      hidePaymentButton: Boolean,
      devMode: Boolean,
      returnUrl: null,
      baseUrl: null,
      onSuccess: null,
      onError: null,
      onPaymentStateChange: null,
      onRedirect: null,
    } satisfies Record<keyof WidgetConfig, BooleanConstructor | null>,
  },
);
