import { expect, it } from 'vitest';
import type { MutableConfig, PaymentWidgetConfig } from './config.js';
import { callbacks, mutable, schemas } from './config-schemas.js';
import { ignoredKeys } from './ignored-keys.js';

/*
 * Each line with a mistake must not compile: `@ts-expect-error` fails the type check when it does. What compiles in
 * JavaScript all the same is named in devMode.
 */
const valid: PaymentWidgetConfig = {
  userSessionToken: 'token',
  environment: 'test',
  countryCode: 'DE',
  locale: 'de',
  container: 'payment',
};
const known = [...Object.keys(schemas), ...callbacks, 'container'];

const typos: readonly (readonly [path: string, config: PaymentWidgetConfig])[] = [
  // @ts-expect-error -- a parameter
  ['hidePaymentbutton', { ...valid, hidePaymentbutton: true }],
  // @ts-expect-error -- a callback
  ['onSucces', { ...valid, onSucces: () => undefined }],
  // @ts-expect-error -- a feature flag
  ['featureFlags.hideMandateCheckBox', { ...valid, featureFlags: { hideMandateCheckBox: true } }],
  // @ts-expect-error -- an option of styling
  ['styling.primaryColour', { ...valid, styling: { primaryColour: 'red' } }],
  // @ts-expect-error -- a variant of the frames' fields
  ['styling.iframeFields.valid', { ...valid, styling: { iframeFields: { valid: { color: 'red' } } } }],
  // @ts-expect-error -- an option of the provider
  ['styling.stripe.font', { ...valid, styling: { stripe: { font: [] } } }],
  // @ts-expect-error -- a customer field
  ['customerFields.mail', { ...valid, customerFields: { mail: { value: 'a@b.example' } } }],
  [
    'customerFields.address.zip',
    // @ts-expect-error -- a part of the address
    { ...valid, customerFields: { address: { zip: { value: '13353' } } } },
  ],
  // @ts-expect-error -- a member of a customer field
  ['customerFields.name.visibel', { ...valid, customerFields: { name: { value: 'A', visibel: false } } }],
];

it.each(typos)('a typo does not compile, and is named: %s', (path, config) => {
  expect(ignoredKeys(config, known)).toEqual([path]);
});

it('values of another type do not compile', () => {
  const wrong: readonly PaymentWidgetConfig[] = [
    // @ts-expect-error -- an environment that there is not
    { ...valid, environment: 'production' },
    // @ts-expect-error -- a region that there is not
    { ...valid, region: 'eu-west-1' },
    // @ts-expect-error -- a parameter that is required
    { ...valid, locale: undefined },
    // @ts-expect-error -- a field without its value
    { ...valid, customerFields: { email: { visible: false } } },
    // @ts-expect-error -- a key that no text has
    { ...valid, i18n: { 'sepa.iban.lable': 'IBAN' } },
    // @ts-expect-error -- a property that no frame takes
    { ...valid, styling: { iframeFields: { base: { colour: 'red' } } } },
    // @ts-expect-error -- a theme that the provider does not have
    { ...valid, styling: { stripe: { appearance: { theme: 'dark' } } } },
  ];
  // @ts-expect-error -- what only init may say
  const update: MutableConfig = { environment: 'test' };
  expect([...wrong, update]).toHaveLength(8);
});

it('a map of texts that comes from elsewhere fits', () => {
  const translations: Record<string, string> = { 'sepa.iban.label': 'IBAN' };
  const config: PaymentWidgetConfig = { ...valid, i18n: translations };
  expect(ignoredKeys(config, known)).toEqual([]);
  expect(ignoredKeys({ locale: 'de', countryCode: 'DE' }, mutable)).toEqual(['countryCode']);
});
