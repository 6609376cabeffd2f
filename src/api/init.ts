import { PaymentWidgetElement } from '../elements/payment-widget/payment-widget.js';
import { prepareForm } from '../elements/prepare-form.js';
import { prepareSubmission } from '../elements/prepare-submission.js';
import { registerElements } from '../elements/register.js';
import { GatewayClient } from '../gateway/gateway-client.js';
import type { LocaleLoader } from '../i18n/locale-loader.js';
import { Translator, type TranslatorSettings } from '../i18n/translator.js';
import { paymentMethods } from '../methods/registry.js';
import { SecuredFieldsLoader } from '../providers/secured-fields-loader.js';
import { loadRedirect } from '../redirect/load-redirect.js';
import { randomId } from '../random-id.js';
import { systemClock } from '../session/clock.js';
import { PaymentSession } from '../session/payment-session.js';
import { pageWakeup } from '../session/wakeup.js';
import type { ParsedConfig, PaymentWidgetConfig } from './config.js';
import { parseConfig, parseCustomerFields, parseUpdate, unknownKeys } from './parse-config.js';
import type { PaymentWidget } from './payment-widget.js';

/** How long a form waits for its language before it shows in English, in milliseconds. */
const localeWait = 300;

/** @returns `init` of a build, which differs only in how a locale reaches the page. */
export function createInit(loadLocale: LocaleLoader): (given: PaymentWidgetConfig) => PaymentWidget {
  return (given) => {
    const config = parseConfig(given);
    if (config.devMode) warnOfUnknownKeys(given);
    return mount(config, loadLocale);
  };
}

function mount(initial: ParsedConfig, loadLocale: LocaleLoader): PaymentWidget {
  let config = initial;
  const translator = new Translator(translatorSettings(config), loadLocale);
  void translator.ready(localeWait, systemClock);
  const gateway = new GatewayClient({
    baseUrl: config.gatewayUrl,
    sessionToken: config.userSessionToken,
    language: () => config.locale.replaceAll('_', '-'),
    clock: systemClock,
    random: Math.random,
  });
  registerElements();
  const element = new PaymentWidgetElement();
  const securedFields = new SecuredFieldsLoader({
    element,
    config: () => config,
    translator,
    clock: systemClock,
    onSubmit: () => void session.submit().catch(() => undefined),
  });
  const session = new PaymentSession({
    config,
    gateway,
    methods: paymentMethods,
    securedFields,
    prepareForm,
    prepareSubmission,
    clock: systemClock,
    wakeup: pageWakeup(window),
    newKey: randomId,
    returnUrl: () => config.returnUrl ?? location.href,
    redirect: async (payment, offered) => (await loadRedirect()).leavePage(payment, offered, config),
    reportHostError: throwLater,
  });

  Object.assign(element, { store: session, translator, config });
  config.container.append(element);
  translator.subscribe(() => securedFields.update());
  session.start();
  // A provider's page has led back here; a later `returnUrl` is clean as well.
  if (/_(intent|status)/.test(location.search)) {
    loadRedirect().then(
      ({ cleanAddress }) => cleanAddress(),
      () => undefined,
    );
  }

  return {
    destroy: () => {
      session.destroy();
      translator.destroy();
      element.remove();
    },
    submitPayment: () => session.submit(),
    getPaymentState: () => session.getPaymentState(),
    updateCustomerFields: (fields) => session.updateCustomerFields(parseCustomerFields(fields)),
    update: (changes) => {
      config = parseUpdate(changes, config);
      element.config = config;
      translator.update(translatorSettings(config));
      session.configure(config);
      securedFields.update();
    },
  };
}

function translatorSettings({ locale, i18n, devMode }: ParsedConfig): TranslatorSettings {
  return { locale, overrides: i18n, devMode };
}

/** Surfaces in the console and in the host's own error handling, as if the host had been called by the browser. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

function warnOfUnknownKeys(given: object): void {
  const unknown = unknownKeys(given);
  if (unknown.length === 0) return;
  // eslint-disable-next-line no-console -- what devMode is for
  console.warn(`paymentWidget: ignored unknown configuration: ${unknown.join(', ')}.`);
}
