import { isCountry } from '@upc/contract/country';
import {
  anything,
  type Entries,
  flag,
  listOf,
  mapOf,
  matching,
  objectOf,
  oneOf,
  optional,
  type Schema,
  text,
  where,
} from '../platform/schema.js';

/** The same schema for each of the keys. */
function each(keys: string, schema: Schema): Entries {
  return Object.fromEntries(keys.split(' ').map((key) => [key, schema]));
}

/** An object of which every key may be absent. */
function options(entries: Entries): Schema {
  return optional(objectOf(entries), {});
}

const texts = mapOf(text);
const field = optional(objectOf({ value: text, visible: optional(flag) }));
/** An absolute address; a user in it is a trap for the eye, and a secret. */
const address = where(matching(/^https?:\/\/[^\s\\/@]+([/?#]\S{0,1900})?$/i), isUrl);

/** The allowed values of each parameter, with its default. */
export const schemas = {
  userSessionToken: matching(/^[!-~]{8,2048}$/),
  environment: oneOf('test', 'sandbox', 'live'),
  region: optional(oneOf('eu-central-1', 'us-east-2'), 'eu-central-1'),
  countryCode: where(matching(/^[a-z]{2}$/i), (code) => isCountry(code.toUpperCase())),
  locale: matching(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/),
  styling: options({
    ...each(
      'primaryColor secondaryColor textColorMain textColorSecondary borderColor borderRadius boxShadow backgroundColor',
      optional(text),
    ),
    iframeFields: optional(objectOf(each('base error validated placeholder', optional(texts)))),
    stripe: optional(
      objectOf({ appearance: optional(mapOf(anything)), fonts: optional(listOf(mapOf(anything))) }),
    ),
  }),
  i18n: optional(texts, {}),
  featureFlags: options({
    ...each('hideMandateCheckbox disableStripeLink enableSignatureTypeInput', optional(flag, false)),
    ...each('enableMandateDownload showPaymentInstrumentList', optional(flag, true)),
  }),
  hidePaymentButton: optional(flag, false),
  customerFields: options({
    ...each('name email', field),
    address: optional(objectOf(each('line1 line2 city postalCode state country', field))),
  }),
  devMode: optional(flag, false),
  baseUrl: optional(where(address, (written) => !/[?#]/.test(written))),
  returnUrl: optional(address),
} as const;

export type Key = keyof typeof schemas;

/** In words, what is allowed. */
export const allowed: Readonly<Record<Key, string>> = {
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
  baseUrl: 'an absolute https address without user, query or fragment',
  returnUrl: 'an absolute http or https address',
};

export const callbacks = ['onSuccess', 'onError', 'onPaymentStateChange', 'onRedirect'] as const;
export const mutable = ['locale', 'styling', 'i18n', 'featureFlags', 'hidePaymentButton'] as const;
/** Never repeated in an error message. */
export const secret: readonly string[] = ['userSessionToken', 'customerFields'];

function isUrl(written: string): boolean {
  try {
    return new URL(written).host !== '';
  } catch {
    return false;
  }
}
