import * as v from 'valibot';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type {
  Callbacks,
  CustomerFields,
  Environment,
  FeatureFlags,
  MutableConfig,
  ParsedConfig,
  Region,
  Styling,
} from './config.js';
import { ownObject } from '../schema.js';
import { gatewayUrl } from './gateway-url.js';
import { copyPlainData, read } from './plain-data.js';

const text = v.string();
const flag = v.optional(v.boolean());
const declarations = v.optional(v.record(text, text));

const customerFieldSchema = v.optional(ownObject({ value: text, visible: flag }));

const schemas = {
  userSessionToken: v.pipe(text, v.regex(/^[!-~]{8,2048}$/)),
  environment: v.picklist(['test', 'sandbox', 'live']),
  region: v.optional(v.picklist(['eu-central-1', 'us-east-2']), 'eu-central-1'),
  countryCode: v.pipe(text, v.regex(/^[A-Za-z]{2}$/)),
  locale: v.pipe(text, v.regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/)),
  styling: v.optional(
    ownObject({
      primaryColor: v.optional(text),
      secondaryColor: v.optional(text),
      textColorMain: v.optional(text),
      textColorSecondary: v.optional(text),
      borderColor: v.optional(text),
      borderRadius: v.optional(text),
      boxShadow: v.optional(text),
      backgroundColor: v.optional(text),
      iframeFields: v.optional(
        ownObject({
          base: declarations,
          error: declarations,
          validated: declarations,
          placeholder: declarations,
        }),
      ),
      stripe: v.optional(
        ownObject({
          appearance: v.optional(v.record(text, v.unknown())),
          fonts: v.optional(v.array(v.record(text, v.unknown()))),
        }),
      ),
    }),
    {},
  ),
  i18n: v.optional(v.record(text, text), {}),
  featureFlags: v.optional(
    ownObject({
      hideMandateCheckbox: v.optional(v.boolean(), false),
      disableStripeLink: v.optional(v.boolean(), false),
      enableMandateDownload: v.optional(v.boolean(), true),
      enableSignatureTypeInput: v.optional(v.boolean(), false),
      showPaymentInstrumentList: v.optional(v.boolean(), true),
    }),
    {},
  ),
  hidePaymentButton: v.optional(v.boolean(), false),
  customerFields: v.optional(
    ownObject({
      name: customerFieldSchema,
      email: customerFieldSchema,
      address: v.optional(
        ownObject({
          line1: customerFieldSchema,
          line2: customerFieldSchema,
          city: customerFieldSchema,
          postalCode: customerFieldSchema,
          state: customerFieldSchema,
          country: customerFieldSchema,
        }),
      ),
    }),
    {},
  ),
  devMode: v.optional(v.boolean(), false),
  baseUrl: v.optional(text),
  returnUrl: v.optional(v.pipe(text, v.regex(/^https?:\/\/[^\s/@]+([/?#]\S{0,1900})?$/i))),
} as const;

/** In words, what is allowed. */
const allowed: Readonly<Record<keyof typeof schemas, string>> = {
  userSessionToken: 'the token of POST /v1/payments/user-session, a string',
  environment: '"test", "sandbox" or "live"',
  region: '"eu-central-1" or "us-east-2"',
  countryCode: 'an ISO 3166-1 alpha-2 code such as "DE"',
  locale: 'a language tag such as "de" or "de-CH"',
  styling: 'an object of the styling options, each a string',
  i18n: 'an object from locale keys to strings',
  featureFlags: 'an object of feature flags, each true or false',
  hidePaymentButton: 'true or false',
  customerFields: 'an object with name, email and address, each {value: string, visible?: boolean}',
  devMode: 'true or false',
  baseUrl: 'an absolute https address',
  returnUrl: 'an absolute http or https address',
};

const callbacks = ['onSuccess', 'onError', 'onPaymentStateChange', 'onRedirect'] as const;
const mutable = ['locale', 'styling', 'i18n', 'featureFlags', 'hidePaymentButton'] as const;
/** Never repeated in an error message. */
const secret: readonly string[] = ['userSessionToken', 'customerFields'];

type Key = keyof typeof schemas;

/**
 * Checks what a host gives to `init` and fills in the defaults.
 *
 * @throws PaymentWidgetError VALIDATION_ERROR naming the parameter, what was given and what is allowed.
 */
export function parseConfig(given: unknown): ParsedConfig {
  const config = object(given, 'init');
  const environment = parse('environment', config) as Environment;
  const region = parse('region', config) as Region;
  return {
    userSessionToken: parse('userSessionToken', config) as string,
    environment,
    region,
    countryCode: (parse('countryCode', config) as string).toUpperCase(),
    locale: parse('locale', config) as string,
    container: container(member(config, 'container')),
    gatewayUrl: gatewayUrl(parse('baseUrl', config) as string | undefined, environment, region),
    styling: parse('styling', config) as Styling,
    i18n: parse('i18n', config) as Record<string, string>,
    featureFlags: parse('featureFlags', config) as Required<FeatureFlags>,
    hidePaymentButton: parse('hidePaymentButton', config) as boolean,
    customerFields: parse('customerFields', config) as CustomerFields,
    devMode: parse('devMode', config) as boolean,
    returnUrl: parse('returnUrl', config) as string | undefined,
    ...parseCallbacks(config),
  };
}

/**
 * Checks what a host gives to `update`: only what is given changes; an option that is given as undefined goes back
 * to its default.
 * @throws PaymentWidgetError VALIDATION_ERROR as `parseConfig` does.
 */
export function parseUpdate(given: MutableConfig, current: ParsedConfig): ParsedConfig {
  const update = object(given, 'update');
  const changed = mutable.filter((key) => key in update).map((key) => [key, parse(key, update)] as const);
  const keptCallbacks = Object.fromEntries(
    callbacks.filter((key) => !(key in update)).map((key) => [key, current[key]] as const),
  );
  const { onSuccess: _s, onError: _e, onPaymentStateChange: _p, ...rest } = current;
  return { ...rest, ...keptCallbacks, ...Object.fromEntries(changed), ...parseCallbacks(update) };
}

/** @throws PaymentWidgetError VALIDATION_ERROR when the fields are not as the configuration allows. */
export function parseCustomerFields(given: unknown): CustomerFields {
  return parse('customerFields', { customerFields: given ?? {} }) as CustomerFields;
}

/** What the configuration has and the widget does not know; for devMode. */
export function unknownKeys(given: object): readonly string[] {
  const known = [...Object.keys(schemas), ...callbacks, 'container'];
  const flags = read(given, 'featureFlags');
  return [
    ...Object.keys(given).filter((key) => !known.includes(key)),
    ...Object.keys(typeof flags === 'object' && flags !== null ? flags : {})
      .filter((key) => !(key in schemas.featureFlags.wrapped.entries))
      .map((key) => `featureFlags.${key}`),
  ];
}

function object(given: unknown, call: string): object {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new PaymentWidgetError(
      'VALIDATION_ERROR',
      `paymentWidget.${call} needs a configuration object; given ${describe(given)}.`,
    );
  }
  for (const key of ['__proto__', 'prototype']) {
    if (Object.hasOwn(given, key)) throw invalid(`the configuration must not have the key "${key}"`);
  }
  if (Object.hasOwn(given, 'constructor'))
    throw invalid('the configuration must not have the key "constructor"');
  return given;
}

function parse(key: Key, config: object): unknown {
  const given = member(config, key);
  let copy;
  try {
    copy = copyPlainData(given, key);
  } catch (error) {
    throw invalid(`${(error as Error).message} Allowed: ${allowed[key]}`);
  }
  const result = v.safeParse(schemas[key], copy, { abortEarly: true });
  if (result.success) return result.output;
  const path = [key, ...(result.issues[0].path ?? []).map((item) => String(item.key))];
  const wrong = path
    .slice(1)
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], copy);
  const name = path.join('.');
  throw invalid(
    given === undefined
      ? `"${key}" is missing; allowed: ${allowed[key]}`
      : `"${name}" is wrong: given ${describe(wrong, secret.includes(key))}; allowed: ${allowed[key]}`,
  );
}

function parseCallbacks(config: object): Callbacks {
  const found = callbacks.map((key) => {
    const callback = member(config, key);
    if (callback !== undefined && callback !== null && typeof callback !== 'function') {
      throw invalid(`"${key}" is wrong: given ${describe(callback)}; allowed: a function`);
    }
    return [key, callback] as const;
  });
  return Object.fromEntries(found.filter(([, callback]) => callback));
}

function member(config: object, key: string): unknown {
  try {
    return read(config, key);
  } catch (error) {
    throw invalid((error as Error).message);
  }
}

function container(given: unknown): HTMLElement {
  if (given instanceof Object && (given as Node).nodeType === 1) return given as HTMLElement;
  if (typeof given !== 'string' || given === '') {
    throw invalid(
      `"container" is ${given === undefined ? 'missing' : `wrong: given ${describe(given)}`}; allowed: an element or the id of one`,
    );
  }
  const element = document.getElementById(given);
  if (element) return element;
  const hint = given.startsWith('#') ? '; an id is given without "#"' : '';
  throw invalid(`"container" names no element of the page: given ${describe(given)}${hint}`);
}

function invalid(what: string): PaymentWidgetError {
  return new PaymentWidgetError('VALIDATION_ERROR', `paymentWidget: ${what}.`.replace(/\.{2,}$/, '.'));
}

function describe(value: unknown, hidden = false): string {
  if (Array.isArray(value)) return 'an array';
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'object' || typeof value === 'function')
    return `a${typeof value === 'object' ? 'n' : ''} ${typeof value}`;
  if (hidden) return `a ${typeof value} of another form`;
  const shown = JSON.stringify(value);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
