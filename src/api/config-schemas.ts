import * as v from 'valibot';
import { ownObject } from '../schema.js';

const text = v.string();

/** An array is an object too, and never what is meant. */
function plain(schema: v.GenericSchema): v.GenericSchema {
  return v.pipe(
    v.unknown(),
    v.check((value) => !Array.isArray(value)),
    schema,
  );
}

/** An object of which every key may be absent; a key that it does not name is left out. */
function optional(entries: v.ObjectEntries): v.GenericSchema {
  return v.optional(plain(ownObject(entries)), {});
}

/** The same schema for each of the keys. */
function each(keys: string, schema: v.GenericSchema): v.ObjectEntries {
  return Object.fromEntries(keys.split(' ').map((key) => [key, schema]));
}

function flag(standard: boolean): v.GenericSchema {
  return v.optional(v.boolean(), standard);
}

const texts = plain(v.record(text, text));
const anything = plain(v.record(text, v.unknown()));
const field = v.optional(plain(ownObject({ value: text, visible: v.optional(v.boolean()) })));
/** An absolute address; a user in it is a trap for the eye, and a secret. */
const address = v.pipe(text, v.regex(/^https?:\/\/[^\s\\/@]+([/?#]\S{0,1900})?$/i), v.check(isUrl));

/** What each parameter may be, with its default. */
export const schemas = {
  userSessionToken: v.pipe(text, v.regex(/^[!-~]{8,2048}$/)),
  environment: v.picklist(['test', 'sandbox', 'live']),
  region: v.optional(v.picklist(['eu-central-1', 'us-east-2']), 'eu-central-1'),
  countryCode: v.pipe(text, v.regex(/^[A-Za-z]{2}$/)),
  locale: v.pipe(text, v.regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/)),
  styling: optional({
    ...each(
      'primaryColor secondaryColor textColorMain textColorSecondary borderColor borderRadius boxShadow backgroundColor',
      v.optional(text),
    ),
    iframeFields: v.optional(plain(ownObject(each('base error validated placeholder', v.optional(texts))))),
    stripe: v.optional(
      plain(ownObject({ appearance: v.optional(anything), fonts: v.optional(v.array(anything)) })),
    ),
  }),
  i18n: v.optional(texts, {}),
  featureFlags: optional({
    ...each('hideMandateCheckbox disableStripeLink enableSignatureTypeInput', flag(false)),
    ...each('enableMandateDownload showPaymentInstrumentList', flag(true)),
  }),
  hidePaymentButton: flag(false),
  customerFields: optional({
    ...each('name email', field),
    address: v.optional(plain(ownObject(each('line1 line2 city postalCode state country', field)))),
  }),
  devMode: flag(false),
  baseUrl: v.optional(v.pipe(address, v.regex(/^[^?#]*$/))),
  returnUrl: v.optional(address),
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
