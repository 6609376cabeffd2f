import type { Appearance, CssFontSource, CustomFontSource } from '@stripe/stripe-js';
import { isCountry } from '@upc/contract/country';
import {
  anything,
  type Entries,
  flag,
  is,
  listOf,
  mapOf,
  matching,
  objectOf,
  oneOf,
  optional,
  type Schema,
  text,
  where,
} from '../core/schema.js';
import type { Callbacks, ParsedConfig } from './config.js';

/** Creates the schema of an optional object with optional members. */
function options<E extends Entries>(entries: E) {
  return optional(objectOf(entries), {});
}

const texts = mapOf(text);
const css = optional(text);
const off = optional(flag, false);
const on = optional(flag, true);
const field = optional(objectOf({ value: text, visible: optional(flag) }));
const customerFields = options({
  name: field,
  email: field,
  address: optional(
    objectOf({ line1: field, line2: field, city: field, postalCode: field, state: field, country: field }),
  ),
});
/** Stripe's own objects. Stripe checks their contents. */
const appearance = where(anything, (value): value is Appearance => is(mapOf(anything), value));
const font = where(anything, (value): value is CssFontSource | CustomFontSource =>
  is(mapOf(anything), value),
);
/** An absolute address. It may not contain a user: that part can disguise the real host, or reveal a password. */
const address = where(matching(/^https?:\/\/[^\s\\/@]+([/?#]\S{0,1900})?$/i), isUrl);

/** The host's settings with defaults filled in, without callbacks and container. */
export type Options = Omit<
  ParsedConfig,
  keyof Callbacks | (typeof withoutSchema)[number] | 'gatewayUrl' | 'userSessionToken'
> & {
  readonly userSessionToken: string;
  readonly baseUrl: string | undefined;
};

/** Allowed values and default of each parameter. */
export const schemas: { readonly [Key in keyof Options]: Schema<Options[Key]> } = {
  userSessionToken: matching(/^[!-~]{8,2048}$/),
  environment: oneOf('test', 'sandbox', 'live'),
  region: optional(oneOf('eu-central-1', 'us-east-2'), 'eu-central-1'),
  countryCode: where(matching(/^[a-z]{2}$/i), (code) => isCountry(code.toUpperCase())),
  locale: matching(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/),
  styling: options({
    primaryColor: css,
    secondaryColor: css,
    textColorMain: css,
    textColorSecondary: css,
    borderColor: css,
    borderRadius: css,
    boxShadow: css,
    backgroundColor: css,
    iframeFields: optional(
      objectOf({
        base: optional(texts),
        error: optional(texts),
        validated: optional(texts),
        placeholder: optional(texts),
      }),
    ),
    stripe: optional(objectOf({ appearance: optional(appearance), fonts: optional(listOf(font)) })),
  }),
  i18n: optional(texts, {}),
  featureFlags: options({
    hideMandateCheckbox: off,
    disableStripeLink: off,
    enableExpressCheckout: off,
    enableMandateDownload: on,
    enableSignatureTypeInput: off,
    showPaymentInstrumentList: on,
  }),
  hidePaymentButton: off,
  customerFields,
  devMode: off,
  baseUrl: optional(where(address, (written) => !/[?#]/.test(written))),
  returnUrl: optional(address),
};

export type Key = keyof Options;

const customerFieldsAllowed =
  'an object with name, email and address, each {value: string, visible?: boolean}';

/** Allowed values in words, for error messages. */
export const allowed: Readonly<Record<Key, string>> = {
  userSessionToken: 'the token of POST /v1/payments/user-session, a string or a promise of one',
  environment: '"test", "sandbox" or "live"',
  region: '"eu-central-1" or "us-east-2"',
  countryCode: 'an ISO 3166-1 alpha-2 code such as "DE"',
  locale: 'a language tag such as "de" or "de-CH"',
  styling: 'an object with styling options and string values',
  i18n: 'an object with locale keys and string values',
  featureFlags: 'an object with feature flags, each true or false',
  hidePaymentButton: 'true or false',
  customerFields: customerFieldsAllowed,
  devMode: 'true or false',
  baseUrl: 'an absolute https address without user, query or fragment',
  returnUrl: 'an absolute http or https address',
};

/** Parameters that are no plain data, or that are ignored when they are wrong. */
export const withoutSchema = ['container', 'session'] as const;
export const callbacks = ['onSuccess', 'onError', 'onPaymentStateChange', 'onRedirect'] as const;
export const mutable = ['locale', 'styling', 'i18n', 'featureFlags', 'hidePaymentButton'] as const;
/** Parameters whose values never appear in an error message. */
export const secret = /^(user|customer)/;

function isUrl(written: string): boolean {
  try {
    return new URL(written).host !== '';
  } catch {
    return false;
  }
}
