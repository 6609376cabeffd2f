import { PaymentWidgetElement } from '../elements/payment-widget/payment-widget.js';
import { prepareForm } from './prepare-form.js';
import { prefetchedSession } from './prefetched-session.js';
import { registerElements } from './register.js';
import { GatewayClient } from '../gateway/gateway-client.js';
import type { LocaleLoader } from '../i18n/locale-loader.js';
import type { LogosLoader } from '../elements/logo/logos.js';
import type { PaymentMethod } from '@upc/contract/gateway';
import { Translator, type TranslatorSettings } from '../i18n/translator.js';
import { paymentMethods } from '../methods/registry.js';
import { SecuredFieldsLoader } from '../providers/secured-fields-loader.js';
import { loadRedirect } from '../elements/redirect/load-redirect.js';
import { whenLoaded } from '../core/when-loaded.js';
import { systemClock } from '../core/clock.js';
import { testKit } from '../providers/test-kit.js';
import { PaymentFlow } from '../flow/payment-flow.js';
import type { ParsedConfig, PaymentWidgetConfig } from '../config/config.js';
import { callbacks, mutable, schemas, withoutSchema } from '../config/config-schemas.js';
import { parseConfig, parseCustomerFields, parseUpdate } from '../config/parse-config.js';
import type * as devMode from './dev-mode.js';
import type { PaymentWidget } from './payment-widget.js';

/** Longest time that a form waits for its language before it is shown in English, in milliseconds. */
const localeWait = 300;

/**
 * Creates the `init` of a build. Builds differ only in how they load data.
 *
 * @param servedBy origin of the service that the classic script came from.
 */
export function createInit(
  loadLocale: LocaleLoader,
  loadLogos: LogosLoader,
  servedBy?: string,
): (given: PaymentWidgetConfig) => PaymentWidget {
  return (given) => {
    const config = parseConfig(given, servedBy);
    inDevMode(config, ({ warnOfKeys }) =>
      warnOfKeys(given, [...Object.keys(schemas), ...callbacks, ...withoutSchema]),
    );
    return mount(config, loadLocale, loadLogos);
  };
}

function mount(initial: ParsedConfig, loadLocale: LocaleLoader, loadLogos: LogosLoader): PaymentWidget {
  const translator = new Translator(translatorSettings(initial), loadLocale, afterPaint);
  const gateway = new GatewayClient({
    baseUrl: initial.gatewayUrl,
    sessionToken: initial.userSessionToken,
    language: () => flow.config.locale.replaceAll('_', '-'),
    clock: systemClock,
    fetch: testKit(initial.environment)?.fetch,
    random: Math.random,
  });
  const securedFields = new SecuredFieldsLoader({
    get element() {
      return element;
    },
    config: () => flow.config,
    translator,
    clock: systemClock,
    onComplete: (paymentMethod, field) => flow.completeSecured(paymentMethod, field),
    onSubmit: () => void flow.submit().catch(() => undefined),
  });
  const flow: PaymentFlow = new PaymentFlow({
    config: initial,
    gateway,
    methods: paymentMethods,
    securedFields,
    prepareForm: (method, offer) => prepareForm(method, offer, translator),
    afterPaint,
    prepareSubmission: async () => {
      const logos = Promise.allSettled([loadLogos()]);
      const { prepareSubmission, showLogos } = await import('./prepare-submission.js');
      void logos.then(([loaded]) => showLogos(element, loaded));
      return prepareSubmission(translator, securedFields);
    },
    clock: systemClock,
    returnUrl: () => flow.config.returnUrl ?? location.href,
    redirect: async (payment, session) => (await loadRedirect()).leavePage(payment, session, flow.config),
    reportHostError: throwLater,
  });
  // The parameters show that a provider's page has led back here. Then a payment is pending, not a form.
  const isReturn = /_(intent|status)/.test(location.search);
  const prefetched = prefetchedSession(initial, systemClock.now());
  const isUsable = typeof prefetched === 'object';
  // The session request is sent first, so that everything else happens while it is in progress.
  flow.start(isUsable && !isReturn ? prefetched : undefined);
  // A prefetched session says which form is needed.
  if (!isUsable)
    paymentMethods
      .get(likelyMethod(initial.countryCode))
      ?.load()
      .catch(() => undefined);
  void translator.ready(localeWait, systemClock);
  registerElements();
  const element = new PaymentWidgetElement();
  Object.assign(element, { store: flow, translator });
  initial.container.append(element);
  translator.subscribe(() => securedFields.update());
  inDevMode(initial, ({ warnOfNeighbours, warnOfOrigin, warnOfSession }) => {
    warnOfNeighbours(element);
    warnOfOrigin(flow, location.origin);
    warnOfSession(initial, isUsable ? undefined : prefetched);
  });
  // A later `returnUrl` must not contain the parameters of this return.
  if (isReturn) whenLoaded(loadRedirect(), ({ cleanAddress }) => cleanAddress());

  return {
    destroy: () => {
      flow.destroy();
      translator.destroy();
      element.remove();
    },
    submitPayment: () => flow.submit(),
    retry: () => flow.retry(),
    getPaymentState: () => flow.getPaymentState(),
    updateCustomerFields: (fields) => {
      flow.updateCustomerFields(parseCustomerFields(fields));
      securedFields.update();
    },
    update: (changes) => {
      const config = parseUpdate(changes, flow.config);
      inDevMode(config, ({ warnOfKeys }) => warnOfKeys(changes, [...mutable, ...callbacks]));
      translator.update(translatorSettings(config));
      flow.configure(config);
      securedFields.update();
    },
  };
}

function translatorSettings({ locale, i18n, devMode }: ParsedConfig): TranslatorSettings {
  return { locale, overrides: i18n, devMode };
}

/** Returns the method whose form is loaded in parallel with the session: the most common one in the country. */
export function likelyMethod(countryCode: string): PaymentMethod {
  return countryCode === 'GB' ? 'BACS' : countryCode === 'US' ? 'ACH' : 'SEPA';
}

/** Calls back after the next paint. A hidden page is not painted, so it does not wait for one. */
function afterPaint(then: () => void): void {
  if (document.hidden) setTimeout(then);
  else requestAnimationFrame(() => setTimeout(then));
}

/**
 * Throws an exception of the host's callback in a separate task, so that it reaches the console and the host's own
 * error handling.
 */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Loads the warnings in devMode only. If they cannot be loaded, only the warnings are missing. */
function inDevMode(config: Pick<ParsedConfig, 'devMode'>, warn: (warnings: typeof devMode) => void): void {
  if (config.devMode) whenLoaded(import('./dev-mode.js'), warn);
}
