import { afterAll, describe, expect, it, vi } from 'vitest';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { allowed, callbacks, mutable, schemas } from './config-schemas.js';
import { stubNode } from '../testing/stub-node.js';
import { ignoredKeys, unknownTexts, warnOfKeys } from './ignored-keys.js';
import { parseConfig, parseCustomerFields, parseUpdate } from './parse-config.js';

/** As much of a document as the container needs. */
const container = { name: 'an element' };
const textNode = { name: 'a text' };
stubNode((value) => value === container);
vi.stubGlobal('document', { getElementById: () => null });
afterAll(() => void vi.unstubAllGlobals());

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
    [
      'a country that there is not',
      { ...valid, countryCode: 'XX' },
      /"countryCode" is wrong: given "XX"; allowed: an ISO 3166-1 alpha-2 code/,
    ],
    ['a country in words', { ...valid, countryCode: 'Germany' }, /"countryCode" is wrong: given "Germany"/],
    ['no locale', { ...valid, locale: undefined }, /"locale" is missing/],
    ['a path as locale', { ...valid, locale: '../../x' }, /"locale" is wrong: given "\.\.\/\.\.\/x"/],
    ['no container', { ...valid, container: undefined }, /"container" is missing/],
    ['a text node', { ...valid, container: textNode }, /"container" is wrong: given an object/],
    [
      'what only says that it is an element',
      { ...valid, container: { nodeType: 1 } },
      /"container" is wrong/,
    ],
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
      'a callback that is not a function',
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
    ['null as address in a build without one', { ...valid, baseUrl: null }, /"baseUrl" is missing/],
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
    expect(errorOf(() => parseConfig({ ...valid, container: '#pay' })).message).toMatch(
      /"#pay"; an id is given without "#"/,
    );
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

  it.each(callbacks)('takes %s back when it is given as undefined or null', (callback) => {
    const given = parseConfig({ ...valid, [callback]: () => undefined });
    expect(given).toHaveProperty(callback);
    for (const absent of [undefined, null]) {
      const changes: object = { [callback]: absent };
      expect(parseUpdate(changes, given)).not.toHaveProperty(callback);
    }
    expect(parseUpdate({}, given)).toHaveProperty(callback, given[callback]);
  });

  it('takes an option back to its default when it is given as undefined', () => {
    const changes: object = { hidePaymentButton: undefined };
    expect(parseUpdate(changes, current).hidePaymentButton).toBe(false);
  });

  it.each([undefined, null])('keeps the language, which has no default, when it is given as %s', (locale) => {
    const changes: object = { locale, hidePaymentButton: false };
    expect(parseUpdate(changes, current)).toEqual({ ...current, hidePaymentButton: false });
  });

  it('does not change what only init may say', () => {
    const changes: object = { environment: 'live', baseUrl: 'https://evil.example', countryCode: 'FR' };
    expect(parseUpdate(changes, current)).toEqual(current);
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

it('knows what it does not know, however deep', () => {
  const given = {
    ...valid,
    colour: 'red',
    featureFlags: { fast: true, disableStripeLink: true },
    styling: { primaryColour: 'red', iframeFields: { hover: {}, base: { color: 'red' } } },
    customerFields: { nick: { value: 'x' }, address: { street: {}, city: { value: 'x', shown: true } } },
  };
  const known = [...Object.keys(schemas), 'container'];
  expect(ignoredKeys(given, known)).toEqual([
    'colour',
    'featureFlags.fast',
    'styling.primaryColour',
    'styling.iframeFields.hover',
    'customerFields.nick',
    'customerFields.address.street',
    'customerFields.address.city.shown',
  ]);
  expect(ignoredKeys({ locale: 'de', region: 'us-east-2' }, mutable)).toEqual(['region']);
});

it('knows the texts that there are not, and takes every form of those that there are', () => {
  const i18n = { 'button.payy': 'x', 'button.pay': 'x', 'button.pay_ACH': 'x', 'summary.title_few': 'x' };
  expect(unknownTexts({ ...i18n, 'card.trust': '', 'summary.title': 'x' })).toEqual(['i18n["button.payy"]']);
  expect(unknownTexts(undefined)).toEqual([]);
});

it('takes a return address with a query and a hash, as it is written', () => {
  const returnUrl = 'https://studio.example/join?plan=a%20b#/pay?x=1@2';
  expect(parseConfig({ ...valid, returnUrl }).returnUrl).toBe(returnUrl);
});

const throwing = (): never => {
  throw new Error('canary words of the host');
};
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const trapped = new Proxy({}, { get: throwing, ownKeys: throwing, has: throwing, getPrototypeOf: throwing });

/** Of each kind of value one that no parameter takes, unless it takes the whole kind. */
const kinds: Readonly<Record<string, unknown>> = {
  null: null,
  'a number': 5,
  NaN: Number.NaN,
  'a bigint': 5n,
  'a symbol': Symbol('canary'),
  true: true,
  'an unfit text': '§ unfit §',
  'a text of 1 MB': 'a'.repeat(1_000_000),
  'an empty text': '',
  'an array': ['a'],
  'an object': {},
  'a function': () => undefined,
  'a date': new Date(0),
  'a map': new Map([['a', 'b']]),
  'a revoked proxy': revoked(),
  'a proxy whose traps throw': trapped,
  'an object with __proto__': JSON.parse('{"__proto__":{"polluted":"yes"}}') as object,
  'an object with constructor.prototype': { constructor: { prototype: { polluted: 'yes' } } },
  'an object with a getter that throws': Object.defineProperty({}, 'a', { get: throwing, enumerable: true }),
};
const objects = ['styling', 'i18n', 'featureFlags', 'customerFields', 'customerData'];
const flags = ['hidePaymentButton', 'devMode'];
/** Parameters without which `init` has its defaults. */
const optional = [...objects, ...flags, ...callbacks, 'region', 'returnUrl'];

function takes(parameter: string, kind: string): boolean {
  if (kind === 'null') return optional.includes(parameter);
  if (objects.includes(parameter)) return kind === 'an object';
  if (flags.includes(parameter)) return kind === 'true';
  return parameter.startsWith('on') && kind === 'a function';
}

function expectRefusal(run: () => unknown, parameter: string, mentioned: string): void {
  const { name, code, message } = errorOf(run);
  expect([name, code]).toEqual(['PaymentWidgetError', 'VALIDATION_ERROR']);
  expect(message).toContain(`"${parameter}`);
  expect(message).toContain(mentioned);
  expect(message).not.toMatch(/canary/i);
  expect(message.length).toBeLessThan(300);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
}

describe.each([...Object.keys(schemas), ...callbacks, 'container'])('%s of every wrong kind', (parameter) => {
  const mentioned =
    parameter in allowed
      ? allowed[parameter as keyof typeof allowed]
      : parameter === 'container'
        ? ''
        : 'a function';
  // Null for the address is as good as none, which a build without one says with other words.
  const wrong = Object.entries(kinds).filter(
    ([kind]) => !takes(parameter, kind) && !(parameter === 'baseUrl' && kind === 'null'),
  );

  it.each(wrong)('%s is refused by init', (_kind, value) => {
    expectRefusal(() => parseConfig({ ...valid, [parameter]: value }), parameter, mentioned);
  });

  if (([...mutable, ...callbacks] as string[]).includes(parameter)) {
    // Only `init` needs a language: `update` keeps the one there is.
    const refused = wrong.filter(([kind]) => !(parameter === 'locale' && kind === 'null'));
    it.each(refused)('%s is refused by update, and nothing changes', (_kind, value) => {
      const current = Object.freeze(parseConfig(valid));
      expectRefusal(() => parseUpdate({ [parameter]: value }, current), parameter, mentioned);
    });
  }

  if (parameter === 'customerFields') {
    it.each([...wrong, ['undefined', undefined] as const, ['null', null] as const])(
      '%s is refused by updateCustomerFields',
      (_kind, value) => {
        expectRefusal(() => parseCustomerFields(value), parameter, mentioned);
      },
    );
  }
});

const leaves: readonly (readonly [path: string, takesKind: string])[] = [
  ...['primaryColor', 'secondaryColor', 'textColorMain', 'textColorSecondary', 'borderColor']
    .concat(['borderRadius', 'boxShadow', 'backgroundColor'])
    .map((option) => [`styling.${option}`, 'text'] as const),
  ...['base', 'error', 'validated', 'placeholder'].flatMap((variant) => [
    [`styling.iframeFields.${variant}`, 'object'] as const,
    [`styling.iframeFields.${variant}.color`, 'text'] as const,
  ]),
  ['styling.iframeFields', 'object'],
  ['styling.stripe', 'object'],
  ['styling.stripe.appearance', 'object'],
  ['styling.stripe.fonts', 'array'],
  ['i18n.method.SEPA', 'text'],
  ...['hideMandateCheckbox', 'disableStripeLink', 'enableMandateDownload', 'enableSignatureTypeInput']
    .concat('showPaymentInstrumentList')
    .map((flag) => [`featureFlags.${flag}`, 'true'] as const),
  ...['name', 'email']
    .concat(['line1', 'line2', 'city', 'postalCode', 'state', 'country'].map((name) => `address.${name}`))
    .flatMap((field) => [
      [`customerFields.${field}`, 'field'] as const,
      [`customerFields.${field}.value`, 'text'] as const,
      [`customerFields.${field}.visible`, 'true'] as const,
    ]),
];

describe.each(leaves)('%s of every wrong kind', (path, kind) => {
  const fits: Readonly<Record<string, (name: string) => boolean>> = {
    text: (name) => name.includes('text') && !name.includes('MB'),
    object: (name) => name === 'an object',
    array: () => false,
    true: (name) => name === 'true',
    field: () => false,
  };
  const isOptional = !path.endsWith('.value');
  const wrong = Object.entries(kinds).filter(
    ([name]) => !fits[kind]?.(name) && !(name === 'null' && isOptional),
  );

  it.each(wrong)('%s is refused, by its path', (_kind, value) => {
    const [parameter = '', ...steps] =
      path === 'i18n.method.SEPA' ? ['i18n', 'method.SEPA'] : path.split('.');
    const nested = steps.reduceRight<unknown>((inner, step) => {
      const isVisible = step === 'visible' ? { value: 'x' } : {};
      return { ...isVisible, [step]: inner };
    }, value);
    expectRefusal(() => parseConfig({ ...valid, [parameter]: nested }), path, '; allowed: ');
  });
});

describe('baseUrl', () => {
  it.each([
    ['https://gateway.example', 'https://gateway.example'],
    ['https://gateway.example:8443/base//', 'https://gateway.example:8443/base'],
    ['HTTPS://Gateway.Example/', 'https://gateway.example'],
    ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['http://[::1]:4010/', 'http://[::1]:4010'],
  ])('%s is taken', (baseUrl, gatewayUrl) => {
    expect(parseConfig({ ...valid, baseUrl })).toMatchObject({ gatewayUrl });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://gateway.example/1',
    'file:///etc/passwd',
    'ws://gateway.example',
    '//evil.example',
    '/api',
    'gateway.example',
    ' https://gateway.example',
    'https://gateway.example\n.evil.example',
    'https:gateway.example',
    'https:/gateway.example',
    'https:\\\\evil.example',
    'https://gateway.example\\@evil.example',
    'https://canary@evil.example',
    'https://user:canary@gateway.example',
    'https://gateway.example/?token=canary',
    'https://gateway.example/#canary@x',
    'https://',
    'https://:8443',
    'https://gateway.example:99999',
    'https://[::1',
    'https://%00',
  ])('%j is refused', (baseUrl) => {
    expectRefusal(() => parseConfig({ ...valid, baseUrl }), 'baseUrl', allowed.baseUrl);
  });

  it.each(['http://gateway.example', 'HTTP://localhost', 'http://[::1]'])(
    '%s is refused in live',
    (baseUrl) => {
      expectRefusal(() => parseConfig({ ...valid, environment: 'live', baseUrl }), 'baseUrl', 'https');
    },
  );
});

describe('the service that served the script', () => {
  const { baseUrl: _, ...withoutAddress } = valid;

  it('is the gateway where no other is named', () => {
    expect(parseConfig(withoutAddress, 'https://pay.example')).toMatchObject({
      gatewayUrl: 'https://pay.example',
    });
    expect(parseConfig(valid, 'https://pay.example')).toMatchObject({ gatewayUrl: 'http://localhost:4010' });
  });

  it('is none in live over plain http', () => {
    expectRefusal(
      () => parseConfig({ ...withoutAddress, environment: 'live' }, 'http://pay.example'),
      'baseUrl',
      'https',
    );
  });

  it('is missed where there is none', () => {
    expect(errorOf(() => parseConfig(withoutAddress)).message).toMatch(/"baseUrl" is missing/);
  });
});

describe('the older name of customerFields', () => {
  const name = (value: string) => ({ name: { value } });
  const parsed = (given: object) => parseConfig({ ...valid, ...given }).customerFields;

  it('is taken', () => {
    expect(parsed({ customerData: name('Mara') })).toEqual(name('Mara'));
    expect(parsed({ customerData: name('Mara'), customerFields: null })).toEqual(name('Mara'));
  });

  it('gives way to the name of today', () => {
    expect(parsed({ customerData: name('Old'), customerFields: name('New') })).toEqual(name('New'));
    expect(parsed({ customerData: name('Old'), customerFields: {} })).toEqual({});
  });

  it.each([
    [{ customerData: name('A') }, ['"customerData" is the older name of "customerFields".']],
    [
      { customerData: name('A'), customerFields: name('B') },
      ['"customerData" is the older name of "customerFields", and ignored beside it.'],
    ],
    [
      { customerData: { mail: { value: 'a@b.example' } } },
      [
        'ignored unknown configuration: customerData.mail.',
        '"customerData" is the older name of "customerFields".',
      ],
    ],
    [{ customerData: null }, []],
    [{ customerFields: name('A') }, []],
  ])('devMode says of %j: %j', (given, said) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    warnOfKeys({ ...valid, ...given }, [...Object.keys(schemas), ...callbacks, 'container']);
    expect(warn.mock.calls.map(([text]: unknown[]) => text)).toEqual(
      said.map((text) => `paymentWidget: ${text}`),
    );
    warn.mockRestore();
  });

  it('is unknown to update, as that of today', () => {
    expect(ignoredKeys({ customerData: name('A') }, [...mutable, ...callbacks])).toEqual(['customerData']);
  });
});

describe('locale', () => {
  it.each(['en', 'de-CH', 'de_ch', 'nb-NO', 'zh-Hant-TW', 'zz'])('%s is taken', (locale) => {
    expect(parseConfig({ ...valid, locale })).toMatchObject({ locale });
  });

  it.each([
    '../../x',
    'en/../../x',
    'en.json',
    'e',
    'en-',
    'de%2f..',
    'en\u0000',
    'ｅｎ',
    'javascript:x',
    'en en',
  ])('%j is refused', (locale) => {
    expectRefusal(() => parseConfig({ ...valid, locale }), 'locale', allowed.locale);
  });
});

it('takes nothing from a polluted Object.prototype', () => {
  const pollute = (key: string, value: unknown): object =>
    Object.defineProperty(Object.prototype, key, { value, configurable: true, writable: true });
  pollute('baseUrl', 'https://evil.example');
  pollute('devMode', true);
  try {
    expect(parseConfig(valid)).toMatchObject({ gatewayUrl: 'http://localhost:4010', devMode: false });
    const { baseUrl: _, ...withoutAddress } = valid;
    expect(errorOf(() => parseConfig(withoutAddress)).message).toMatch(/"baseUrl" is missing/);
  } finally {
    for (const key of ['baseUrl', 'devMode']) Reflect.deleteProperty(Object.prototype, key);
  }
});

it('takes a configuration whose members a class has', () => {
  const languageOfTheClass = ['fr', 'CH'].join('-');
  class Settings {
    get locale(): string {
      return languageOfTheClass;
    }
  }
  const { locale: _, ...others } = valid;
  expect(parseConfig(Object.assign(new Settings(), others)).locale).toBe(languageOfTheClass);
});

it.each([
  ...optional.map((parameter) => [parameter, { [parameter]: null }] as const),
  ['a colour', { styling: { primaryColor: null } }],
  ['a text', { i18n: { 'method.SEPA': null } }],
  ['a flag', { featureFlags: { hideMandateCheckbox: null } }],
  ['a field of the customer', { customerFields: { name: null } }],
] as const)('null for %s is as good as absent', (_name, given) => {
  expect(parseConfig({ ...valid, ...given })).toEqual(parseConfig(valid));
});
