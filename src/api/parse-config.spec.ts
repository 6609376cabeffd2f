import { describe, expect, it } from 'vitest';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { parseConfig, parseCustomerFields, parseUpdate, unknownKeys } from './parse-config.js';

const container = { nodeType: 1 };
const valid = {
  userSessionToken: 'canary-token-of-the-session',
  environment: 'test',
  countryCode: 'de',
  locale: 'de-LU',
  container,
  baseUrl: 'http://localhost:4010/',
};

function errorOf(run: () => unknown): PaymentWidgetError {
  try {
    run();
  } catch (error) {
    return error as PaymentWidgetError;
  }
  throw new Error('It should have thrown.');
}

it('fills in the defaults of the specification', () => {
  expect(parseConfig(valid)).toEqual({
    userSessionToken: 'canary-token-of-the-session',
    environment: 'test',
    region: 'eu-central-1',
    countryCode: 'DE',
    locale: 'de-LU',
    container,
    gatewayUrl: 'http://localhost:4010',
    styling: {},
    i18n: {},
    featureFlags: {
      hideMandateCheckbox: false,
      disableStripeLink: false,
      enableMandateDownload: true,
      enableSignatureTypeInput: false,
      showPaymentInstrumentList: true,
    },
    hidePaymentButton: false,
    customerFields: {},
    devMode: false,
  });
});

describe('a wrong configuration names the parameter and what is allowed', () => {
  it.each([
    ['no configuration', undefined, /configuration object; given undefined/],
    ['a string', 'x', /configuration object; given "x"/],
    ['a relative return address', { ...valid, returnUrl: '/back' }, /"returnUrl" is wrong: given "\/back"/],
    [
      'a return address that is a script',
      { ...valid, returnUrl: 'javascript:alert(1)' },
      /"returnUrl" is wrong/,
    ],
    [
      'a user in the return address',
      { ...valid, returnUrl: 'https://a:b@studio.example/' },
      /"returnUrl" is wrong/,
    ],
    ['no token', { ...valid, userSessionToken: undefined }, /"userSessionToken" is missing/],
    ['an empty token', { ...valid, userSessionToken: '' }, /"userSessionToken" is wrong/],
    [
      'an array as token',
      { ...valid, userSessionToken: ['a'] },
      /"userSessionToken" is wrong: given an array/,
    ],
    [
      'a token with a line break',
      { ...valid, userSessionToken: 'abcdefgh\r\nx: y' },
      /"userSessionToken" is wrong/,
    ],
    [
      'a token of 1 MB',
      { ...valid, userSessionToken: 'a'.repeat(1_000_000) },
      /"userSessionToken" is longer/,
    ],
    [
      'an unknown environment',
      { ...valid, environment: 'prod' },
      /"environment" is wrong: given "prod"; allowed: "test", "sandbox" or "live"/,
    ],
    ['an unknown region', { ...valid, region: 'mars-1' }, /"region" is wrong: given "mars-1"/],
    ['a country in words', { ...valid, countryCode: 'Germany' }, /"countryCode" is wrong: given "Germany"/],
    ['no locale', { ...valid, locale: undefined }, /"locale" is missing/],
    ['a path as locale', { ...valid, locale: '../../x' }, /"locale" is wrong: given "\.\.\/\.\.\/x"/],
    ['no container', { ...valid, container: undefined }, /"container" is missing/],
    ['a text node', { ...valid, container: { nodeType: 3 } }, /"container" is wrong/],
    [
      'a colour that is a number',
      { ...valid, styling: { primaryColor: 5 } },
      /"styling.primaryColor" is wrong: given 5/,
    ],
    ['markup in place of texts', { ...valid, i18n: { a: { b: 'c' } } }, /"i18n.a" is wrong/],
    [
      'a flag in words',
      { ...valid, featureFlags: { hideMandateCheckbox: 'yes' } },
      /"featureFlags.hideMandateCheckbox" is wrong: given "yes"/,
    ],
    [
      'a callback that is no function',
      { ...valid, onSuccess: 'log' },
      /"onSuccess" is wrong: given "log"; allowed: a function/,
    ],
    [
      'a customer field without value',
      { ...valid, customerFields: { name: {} } },
      /"customerFields.name.value" is wrong/,
    ],
    ['a script as address', { ...valid, baseUrl: 'javascript:alert(1)' }, /"baseUrl" is wrong/],
    ['a protocol-relative address', { ...valid, baseUrl: '//evil.example' }, /"baseUrl" is wrong/],
    ['an address with a user', { ...valid, baseUrl: 'https://gateway@evil.example' }, /"baseUrl" is wrong/],
    [
      'plain http in live',
      { ...valid, environment: 'live' },
      /"baseUrl" is wrong: given http in environment "live"/,
    ],
    ['no address in a build without one', { ...valid, baseUrl: undefined }, /"baseUrl" is missing/],
    [
      '__proto__ in the texts',
      { ...valid, i18n: JSON.parse('{"__proto__":"x"}') as object },
      /"i18n" must not have the key "__proto__"/,
    ],
    [
      '__proto__ at the top',
      JSON.parse('{"__proto__":{"devMode":true}}') as object,
      /must not have the key "__proto__"/,
    ],
    [
      'constructor.prototype',
      { ...valid, styling: { stripe: { appearance: { constructor: { prototype: {} } } } } },
      /must not have the key "constructor"/,
    ],
    [
      'a getter that throws',
      {
        ...valid,
        get locale(): string {
          throw new Error('boom');
        },
      },
      /"locale" could not be read/,
    ],
    [
      'a nested getter that throws',
      {
        ...valid,
        styling: {
          get primaryColor(): string {
            throw new Error('boom');
          },
        },
      },
      /"styling.primaryColor" could not be read/,
    ],
    ['styling that is a function', { ...valid, styling: () => '' }, /"styling" must be plain data/],
  ])('%s', (_name, config, message) => {
    const error = errorOf(() => parseConfig(config));
    expect(error).toMatchObject({ name: 'PaymentWidgetError', code: 'VALIDATION_ERROR' });
    expect(error.message).toMatch(message);
    expect(({} as { devMode?: boolean }).devMode).toBeUndefined();
  });

  it('never repeats a token or what a person is called', () => {
    const token = errorOf(() => parseConfig({ ...valid, userSessionToken: 'canary secret' })).message;
    const name = errorOf(() => parseConfig({ ...valid, customerFields: { name: 'Canary Person' } })).message;
    expect(`${token}${name}`).not.toMatch(/canary/i);
  });

  it('says that an id is given without #', () => {
    Object.assign(globalThis, { document: { getElementById: () => null } });
    expect(errorOf(() => parseConfig({ ...valid, container: '#pay' })).message).toMatch(
      /"#pay"; an id is given without "#"/,
    );
    Reflect.deleteProperty(globalThis, 'document');
  });
});

it('reads the configuration once: what the host changes later changes nothing', () => {
  const styling = { primaryColor: 'red' };
  const parsed = parseConfig({ ...valid, styling });
  styling.primaryColor = 'blue';
  expect(parsed.styling.primaryColor).toBe('red');
});

it('allows plain http outside live and https everywhere', () => {
  expect(
    parseConfig({ ...valid, environment: 'live', baseUrl: 'https://gateway.example/base/' }).gatewayUrl,
  ).toBe('https://gateway.example/base');
});

describe('update', () => {
  const current = parseConfig({ ...valid, onSuccess: () => undefined, hidePaymentButton: true });

  it('changes what is given only', () => {
    const updated = parseUpdate({ locale: 'fr' }, current);
    expect(updated).toEqual({ ...current, locale: 'fr' });
  });

  it('takes a callback back that is given as undefined', () => {
    const changes = { onSuccess: undefined } as unknown as Parameters<typeof parseUpdate>[0];
    expect(parseUpdate(changes, current)).not.toHaveProperty('onSuccess');
  });

  it('refuses what init would refuse', () => {
    expect(errorOf(() => parseUpdate({ locale: '../x' }, current)).message).toMatch(/"locale" is wrong/);
  });
});

it('checks customer fields', () => {
  expect(parseCustomerFields({ name: { value: 'Ada' } })).toEqual({ name: { value: 'Ada' } });
  expect(errorOf(() => parseCustomerFields({ name: 'Ada' })).message).toMatch(
    /"customerFields.name" is wrong/,
  );
});

it('knows what it does not know', () => {
  expect(
    unknownKeys({ ...valid, colour: 'red', featureFlags: { fast: true, disableStripeLink: true } }),
  ).toEqual(['colour', 'featureFlags.fast']);
});

it('takes a return address with a query and a hash, as it is written', () => {
  const returnUrl = 'https://studio.example/join?plan=a%20b#/pay?x=1@2';
  expect(parseConfig({ ...valid, returnUrl }).returnUrl).toBe(returnUrl);
});
