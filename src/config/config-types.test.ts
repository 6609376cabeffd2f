import { expect, it } from 'vitest';
import type { MutableConfig, PaymentWidgetConfig } from './config.js';
import { callbacks, mutable, schemas } from './config-schemas.js';
import { ignoredKeys } from './ignored-keys.js';

/*
 * Each line with a mistake must fail to compile: `@ts-expect-error` fails the type check if it compiles. Mistakes that
 * still run in JavaScript are reported in devMode.
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
  // @ts-expect-error -- an unknown parameter
  ['hidePaymentbutton', { ...valid, hidePaymentbutton: true }],
  // @ts-expect-error -- an unknown callback
  ['onSucces', { ...valid, onSucces: () => undefined }],
  // @ts-expect-error -- an unknown feature flag
  ['featureFlags.hideMandateCheckBox', { ...valid, featureFlags: { hideMandateCheckBox: true } }],
  // @ts-expect-error -- an unknown styling option
  ['styling.primaryColour', { ...valid, styling: { primaryColour: 'red' } }],
  // @ts-expect-error -- an unknown variant of iframeFields
  ['styling.iframeFields.valid', { ...valid, styling: { iframeFields: { valid: { color: 'red' } } } }],
  // @ts-expect-error -- an unknown option of the provider
  ['styling.stripe.font', { ...valid, styling: { stripe: { font: [] } } }],
  // @ts-expect-error -- an unknown customer field
  ['customerFields.mail', { ...valid, customerFields: { mail: { value: 'a@b.example' } } }],
  [
    'customerFields.address.zip',
    // @ts-expect-error -- an unknown part of the address
    { ...valid, customerFields: { address: { zip: { value: '13353' } } } },
  ],
  // @ts-expect-error -- an unknown member of a customer field
  ['customerFields.name.visibel', { ...valid, customerFields: { name: { value: 'A', visibel: false } } }],
];

it.each(typos)('a typo does not compile, and is named: %s', (path, config) => {
  expect(ignoredKeys(config, known)).toEqual([path]);
});

it('values of another type do not compile', () => {
  const wrong: readonly PaymentWidgetConfig[] = [
    // @ts-expect-error -- an unknown environment
    { ...valid, environment: 'production' },
    // @ts-expect-error -- an unknown region
    { ...valid, region: 'eu-west-1' },
    // @ts-expect-error -- a required parameter
    { ...valid, locale: undefined },
    // @ts-expect-error -- a field without its value
    { ...valid, customerFields: { email: { visible: false } } },
    // @ts-expect-error -- an unknown text key
    { ...valid, i18n: { 'sepa.iban.lable': 'IBAN' } },
    // @ts-expect-error -- a property that frames do not accept
    { ...valid, styling: { iframeFields: { base: { colour: 'red' } } } },
    // @ts-expect-error -- an unknown theme of the provider
    { ...valid, styling: { stripe: { appearance: { theme: 'dark' } } } },
  ];
  // @ts-expect-error -- an option that only init accepts
  const update: MutableConfig = { environment: 'test' };
  expect([...wrong, update]).toHaveLength(8);
});

it('a map of texts that comes from elsewhere fits', () => {
  const translations: Record<string, string> = { 'sepa.iban.label': 'IBAN' };
  const config: PaymentWidgetConfig = { ...valid, i18n: translations };
  expect(ignoredKeys(config, known)).toEqual([]);
  expect(ignoredKeys({ locale: 'de', countryCode: 'DE' }, mutable)).toEqual(['countryCode']);
});
