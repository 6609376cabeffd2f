/** The options of the widget's configuration that this page offers, as data. */

/** Colours in the format of `<input type="color">`. @type {readonly { name: string, light: string, dark: string }[]} */
export const colors = [
  { name: 'primaryColor', light: '#c2410c', dark: '#ff9a62' },
  { name: 'secondaryColor', light: '#fdf0e9', dark: '#33241a' },
  { name: 'textColorMain', light: '#1b1a14', dark: '#f3f1e8' },
  { name: 'textColorSecondary', light: '#5d5a4e', dark: '#b7b3a3' },
  { name: 'borderColor', light: '#817c6c', dark: '#86816f' },
  { name: 'backgroundColor', light: '#ffffff', dark: '#1f1f18' },
];

/** @type {readonly { name: string, values: readonly string[] }[]} */
export const lengths = [
  { name: 'borderRadius', values: ['8px', '0', '4px', '14px', '24px'] },
  { name: 'boxShadow', values: ['none', '0 1px 3px rgb(0 0 0 / 25%)', '0 6px 20px rgb(0 0 0 / 20%)'] },
];

/** Feature flags with their defaults (specification, payment component). @type {readonly [string, boolean][]} */
export const flags = [
  ['hideMandateCheckbox', false],
  ['disableStripeLink', false],
  ['enableMandateDownload', true],
  ['enableSignatureTypeInput', false],
  ['showPaymentInstrumentList', true],
];

/** Switches outside `featureFlags`. @type {readonly string[]} */
export const switches = ['hidePaymentButton', 'devMode', 'onError', 'customerFields'];

/** The specification's languages, their variants, and an unknown one to show the fallback. */
export const locales = [
  ...['en', 'de', 'cs', 'es', 'fr', 'hu', 'it', 'nb', 'nl', 'pl', 'ro', 'ru', 'sl', 'sv', 'tr'],
  ...['de-CH', 'de-LI', 'en-CA', 'en-GB', 'en-US', 'fr-LU', 'de-LU', 'zz'],
];

export const exampleCustomer = {
  name: { value: 'Mara Lindner' },
  email: { value: 'mara@example.org', visible: false },
  address: {
    line1: { value: 'Müllerstraße 12' },
    city: { value: 'Berlin' },
    postalCode: { value: '13353' },
    country: { value: 'DE' },
  },
};
