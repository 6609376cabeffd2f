import { afterAll, describe, expect, it, vi } from 'vitest';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { allowed, callbacks, mutable, schemas } from './config-schemas.js';
import { stubNode } from '../testing/stub-node.js';
import { unknownTexts } from './ignored-keys.js';
import { parseConfig, parseCustomerFields, parsePreload, parseUpdate } from './parse-config.js';

/** Stub of the container element. */
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

const throwing = (): never => {
  throw new Error('canary words of the host');
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
      enableExpressCheckout: false,
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
  it('in the words of each', () => {
    const but = (changes: object): object => ({ ...valid, ...changes });
    const rows: readonly (readonly [message: string, config: unknown])[] = [
      ['configuration object; given undefined', undefined],
      ['configuration object; given "x"', 'x'],
      ['"returnUrl" is wrong: given "/back"; allowed: an absolute', but({ returnUrl: '/back' })],
      ['"returnUrl" is wrong', but({ returnUrl: 'javascript:alert(1)' })],
      ['"returnUrl" is wrong', but({ returnUrl: 'https://a:b@studio.example/' })],
      ['"userSessionToken" is missing', but({ userSessionToken: undefined })],
      ['"userSessionToken" is wrong: given an array', but({ userSessionToken: ['a'] })],
      ['"userSessionToken" is wrong', but({ userSessionToken: 'abcdefgh\r\nx: y' })],
      ['"userSessionToken" is longer', but({ userSessionToken: 'a'.repeat(1_000_000) })],
      ['given "prod"; allowed: "test", "sandbox" or "live"', but({ environment: 'prod' })],
      ['given "XX"; allowed: an ISO 3166-1 alpha-2 code', but({ countryCode: 'XX' })],
      ['"locale" is missing', but({ locale: undefined })],
      ['"locale" could not be read', Object.defineProperty(but({}), 'locale', { get: throwing })],
      ['"container" is missing', but({ container: undefined })],
      ['"#pay"; an id is given without "#"', but({ container: '#pay' })],
      ['"container" is wrong: given an object', but({ container: textNode })],
      ['"container" is wrong', but({ container: { nodeType: 1 } })],
      ['"styling.primaryColor" is wrong: given 5', but({ styling: { primaryColor: 5 } })],
      ['"baseUrl" is missing', but({ baseUrl: undefined })],
      ['"baseUrl" is missing', but({ baseUrl: null })],
      ['must not have the key "__proto__"', JSON.parse('{"__proto__":{"polluted":"yes"}}')],
    ];
    expect(rows.map(([, config]) => errorOf(() => parseConfig(config)))).toMatchObject(
      rows.map(([message]) => ({
        name: 'PaymentWidgetError',
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining(message) as string,
      })),
    );
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it('never repeats a token or a person’s name', () => {
    const token = errorOf(() => parseConfig({ ...valid, userSessionToken: 'canary secret' })).message;
    const name = errorOf(() => parseConfig({ ...valid, customerFields: { name: 'Canary Person' } })).message;
    expect(`${token}${name}`).not.toMatch(/canary/i);
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

  it('removes a callback that is given as undefined or null', () => {
    for (const callback of callbacks) {
      const given = parseConfig({ ...valid, [callback]: () => undefined });
      for (const absent of [undefined, null])
        expect(parseUpdate({ [callback]: absent }, given)).not.toHaveProperty(callback);
      expect(parseUpdate({}, given)).toHaveProperty(callback, given[callback]);
    }
  });

  it('resets an option to its default when it is given as undefined', () => {
    const changes: object = { hidePaymentButton: undefined };
    expect(parseUpdate(changes, current).hidePaymentButton).toBe(false);
  });

  it.each([undefined, null])('keeps the language, which has no default, when it is given as %s', (locale) => {
    const changes: object = { locale, hidePaymentButton: false };
    expect(parseUpdate(changes, current)).toEqual({ ...current, hidePaymentButton: false });
  });

  it('does not change options that only init accepts', () => {
    const changes: object = { environment: 'live', baseUrl: 'https://evil.example', countryCode: 'FR' };
    expect(parseUpdate(changes, current)).toEqual(current);
  });
});

it('takes customer fields', () => {
  expect(parseCustomerFields({ name: { value: 'Ada' } })).toEqual({ name: { value: 'Ada' } });
});

it.each([
  [
    { locale: 'de_CH', countryCode: 'gb', container: 'ignored' },
    { locale: 'de_CH', countryCode: 'GB' },
  ],
  [{ locale: 'de', countryCode: null }, { locale: 'de' }],
  [{ locale: 'de', countryCode: undefined }, { locale: 'de' }],
])('preload takes %o', (given, parsed) => {
  expect(parsePreload(given)).toEqual(parsed);
});

it.each([
  ['preload needs a configuration object; given undefined', undefined],
  ['"locale" is missing; allowed: a language tag', { countryCode: 'DE' }],
  ['"locale" is wrong: given "../../x"', { locale: '../../x' }],
])('preload says: %s', (message, given) => {
  expect(errorOf(() => parsePreload(given))).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining(message) as string,
  });
});

describe('a promised token', () => {
  const parse = (promised: unknown) => parseConfig({ ...valid, userSessionToken: promised }).userSessionToken;

  it.each([
    ['a promise', Promise.resolve(valid.userSessionToken)],
    ['a value with `then`', { then: (take: (token: string) => void) => take(valid.userSessionToken) }],
  ])('may be %s', async (_, promised) => {
    expect(await parse(promised)).toBe(valid.userSessionToken);
  });

  it.each([undefined, null, 7, 'short', ['canary-token-of-the-session']])(
    'is checked when it arrives: %j',
    async (token) => {
      const error = await Promise.resolve(parse(Promise.resolve(token))).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringMatching(/"userSessionToken" is (missing|wrong: given .+); allowed: the token of POST/) as string,
      });
    },
  ); // prettier-ignore

  it('rejects with a reason of its own and the original cause if the promise is rejected', async () => {
    const cause = new Error('503 of the backend');
    const error = await Promise.resolve(parse(Promise.reject(cause))).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'GENERIC_ERROR', reason: 'NO_SESSION_TOKEN', cause });
  });
});

it('takes a prefetched session of any kind, since a wrong one is ignored', () => {
  const all = wrongKinds(() => false);
  const taken = all.map(([kind, session]) => [kind, parseConfig({ ...valid, session }).session]);
  const unreadable = ['a bigint', 'a date', 'a function', 'a map', 'a symbol', 'a revoked proxy'];
  expect(Object.fromEntries(taken)).toMatchObject(Object.fromEntries(unreadable.map((kind) => [kind, null])));
  const given = { token: 'a', locale: 'de', paymentMethods: [{ paymentMethod: 'SEPA' }] };
  const { session } = parseConfig({ ...valid, session: given });
  expect([session === given, session]).toEqual([false, given]);
});

it('reports unknown texts and accepts every form of known ones', () => {
  const i18n = { 'button.payy': 'x', 'button.pay': 'x', 'button.pay_ACH': 'x', 'summary.title_few': 'x' };
  expect(unknownTexts({ ...i18n, 'card.trust': '', 'summary.title': 'x' })).toEqual(['i18n["button.payy"]']);
  expect(unknownTexts(undefined)).toEqual([]);
});

it('takes a return address with a query and a hash, as it is written', () => {
  const returnUrl = 'https://studio.example/join?plan=a%20b#/pay?x=1@2';
  expect(parseConfig({ ...valid, returnUrl }).returnUrl).toBe(returnUrl);
});

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const trapped = new Proxy({}, { get: throwing, ownKeys: throwing, has: throwing, getPrototypeOf: throwing });

/** One value of each kind. No parameter accepts it, unless the parameter accepts every value of that kind. */
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
const objects = ['styling', 'i18n', 'featureFlags', 'customerFields'];
const flags = ['hidePaymentButton', 'devMode'];
/** Parameters that have a default in `init`. */
const optional = [...objects, ...flags, ...callbacks, 'region', 'returnUrl'];

function takes(parameter: string, kind: string): boolean {
  if (kind === 'null') return optional.includes(parameter);
  if (objects.includes(parameter)) return kind === 'an object';
  if (flags.includes(parameter)) return kind === 'true';
  return parameter.startsWith('on') && kind === 'a function';
}

const fits = {
  text: (kind: string) => kind.includes('text') && !kind.includes('MB'),
  object: (kind: string) => kind === 'an object',
  true: (kind: string) => kind === 'true',
  none: () => false,
};
const leaves: readonly (readonly [path: string, takesKind: keyof typeof fits])[] = [
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
  ['styling.stripe.fonts', 'none'],
  ['i18n.method.SEPA', 'text'],
  ...[
    'hideMandateCheckbox',
    'disableStripeLink',
    'enableExpressCheckout',
    'enableMandateDownload',
    'enableSignatureTypeInput',
  ]
    .concat('showPaymentInstrumentList')
    .map((flag) => [`featureFlags.${flag}`, 'true'] as const),
  ...['name', 'email']
    .concat(['line1', 'line2', 'city', 'postalCode', 'state', 'country'].map((name) => `address.${name}`))
    .flatMap((field) => [
      [`customerFields.${field}`, 'none'] as const,
      [`customerFields.${field}.value`, 'text'] as const,
      [`customerFields.${field}.visible`, 'true'] as const,
    ]),
];

function withMember(path: string, value: unknown): object {
  const [parameter = '', ...steps] = path === 'i18n.method.SEPA' ? ['i18n', 'method.SEPA'] : path.split('.');
  const nested = steps.reduceRight<unknown>(
    (inner, step) => ({ ...(step === 'visible' && { value: 'x' }), [step]: inner }),
    value,
  );
  return { ...valid, [parameter]: nested };
}

/** Lists the values, by name, that are accepted or whose error message lacks the required words. */
function faults(
  parameter: string,
  mentioned: string,
  values: readonly [name: string, value: unknown][],
  run: (value: unknown) => unknown,
): object {
  const wrong = values.flatMap(([name, value]) => {
    const row = `${parameter}: ${name}`;
    try {
      run(value);
      return [[row, 'taken']];
    } catch (thrown) {
      const { name: error, code, message } = thrown as PaymentWidgetError;
      const says = [`"${parameter}`, mentioned].every((words) => message.includes(words));
      const isRight = says && message.length < 300 && !/canary/i.test(message);
      return isRight && `${error} ${code}` === 'PaymentWidgetError VALIDATION_ERROR' ? [] : [[row, thrown]];
    }
  });
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  return Object.fromEntries(wrong) as object;
}

/** Lists all kinds except those that are accepted. */
function wrongKinds(isTaken: (kind: string) => boolean): [kind: string, value: unknown][] {
  return Object.entries(kinds).filter(([kind]) => !isTaken(kind));
}

describe('values of every wrong kind', () => {
  const inWords = (parameter: string): string => {
    if ((callbacks as readonly string[]).includes(parameter)) return 'a function';
    return parameter === 'container' ? '' : allowed[parameter as keyof typeof allowed];
  };
  const all = [...Object.keys(schemas), ...callbacks, 'container'];

  it('are refused by init', () => {
    const found = all.map((parameter) => {
      // A `baseUrl` of null counts as missing. Without a built-in address that causes a different error.
      const wrong = wrongKinds(
        (kind) => takes(parameter, kind) || (parameter === 'baseUrl' && kind === 'null'),
      );
      return faults(parameter, inWords(parameter), wrong, (value) =>
        parseConfig({ ...valid, [parameter]: value }),
      );
    });
    expect(Object.assign({}, ...found)).toEqual({});
  });

  it('are refused by update, and nothing changes', () => {
    const current = Object.freeze(parseConfig(valid));
    const found = [...mutable, ...callbacks].map((parameter) => {
      // Only `init` requires a language; `update` keeps the current one.
      const wrong = wrongKinds(
        (kind) => takes(parameter, kind) || (parameter === 'locale' && kind === 'null'),
      );
      return faults(parameter, inWords(parameter), wrong, (value) =>
        parseUpdate({ [parameter]: value }, current),
      );
    });
    expect(Object.assign({}, ...found)).toEqual({});
  });

  it('are refused by preload', () => {
    const wrong = wrongKinds((kind) => kind === 'null');
    const found = (['locale', 'countryCode'] as const).map((option) =>
      faults(option, allowed[option], wrong, (value) => parsePreload({ locale: 'de', [option]: value })),
    );
    expect(Object.assign({}, ...found)).toEqual({});
  });

  it('are refused by updateCustomerFields', () => {
    const wrong = [
      ...wrongKinds((kind) => kind === 'an object'),
      ['undefined', undefined] as [string, unknown],
    ];
    expect(faults('customerFields', allowed.customerFields, wrong, parseCustomerFields)).toEqual({});
  });

  it('are refused within a parameter, by their path', () => {
    const found = leaves.map(([path, fit]) => {
      const wrong = wrongKinds((kind) => fits[fit](kind) || (kind === 'null' && !path.endsWith('.value')));
      return faults(path, '; allowed: ', wrong, (value) => parseConfig(withMember(path, value)));
    });
    expect(Object.assign({}, ...found)).toEqual({});
  });
});

describe('baseUrl', () => {
  it('is accepted, and normalized', () => {
    const addresses = {
      'https://gateway.example': 'https://gateway.example',
      'https://gateway.example:8443/base//': 'https://gateway.example:8443/base',
      'HTTPS://Gateway.Example/': 'https://gateway.example',
      'https://[2001:db8::1]:8443': 'https://[2001:db8::1]:8443',
      'http://127.0.0.1:4010': 'http://127.0.0.1:4010',
      'http://[::1]:4010/': 'http://[::1]:4010',
    };
    const taken = Object.keys(addresses).map((baseUrl) => [
      baseUrl,
      parseConfig({ ...valid, baseUrl }).gatewayUrl,
    ]);
    expect(Object.fromEntries(taken)).toEqual(addresses);
  });

  it('rejects any other kind of address, and plain http in live', () => {
    const wrong = [
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
    ];
    expect(
      faults('baseUrl', allowed.baseUrl, Object.entries(wrong), (baseUrl) =>
        parseConfig({ ...valid, baseUrl }),
      ),
    ).toEqual({});
    const plain = ['http://gateway.example', 'HTTP://localhost', 'http://[::1]'];
    const inLive = (baseUrl: unknown) => parseConfig({ ...valid, environment: 'live', baseUrl });
    expect(faults('baseUrl', 'given http in environment "live"', Object.entries(plain), inLive)).toEqual({});
  });
});

describe('the service that served the script', () => {
  const { baseUrl: _, ...withoutAddress } = valid;

  it('is the gateway if no other is given', () => {
    expect(parseConfig(withoutAddress, 'https://pay.example')).toMatchObject({
      gatewayUrl: 'https://pay.example',
    });
    expect(parseConfig(valid, 'https://pay.example')).toMatchObject({ gatewayUrl: 'http://localhost:4010' });
  });

  it('is none in live over plain http', () => {
    const run = () => parseConfig({ ...withoutAddress, environment: 'live' }, 'http://pay.example');
    expect(errorOf(run).message).toMatch(/"baseUrl" is wrong: given http in environment "live"/);
  });

  it('is required in a build without a gateway', () => {
    expect(errorOf(() => parseConfig(withoutAddress)).message).toMatch(/"baseUrl" is missing/);
  });
});

describe('locale', () => {
  it('is a language tag, of whatever language', () => {
    const taken = ['en', 'de-CH', 'de_ch', 'nb-NO', 'zh-Hant-TW', 'zz'];
    expect(taken.map((locale) => parseConfig({ ...valid, locale }).locale)).toEqual(taken);
  });

  it('is rejected if it is not a language tag', () => {
    const wrong = [
      '../../x',
      'en/../../x',
      'en.json',
      'e',
      'en-',
      'de%2f..',
      'en\u0000',
      'ｅｎ',
      'javascript:x',
    ].concat('en en');
    expect(
      faults('locale', allowed.locale, Object.entries(wrong), (locale) => parseConfig({ ...valid, locale })),
    ).toEqual({});
  });
});

it('reads nothing from a polluted Object.prototype', () => {
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

it('accepts a configuration whose members come from a class', () => {
  const languageOfTheClass = ['fr', 'CH'].join('-');
  class Settings {
    get locale(): string {
      return languageOfTheClass;
    }
  }
  const { locale: _, ...others } = valid;
  expect(parseConfig(Object.assign(new Settings(), others)).locale).toBe(languageOfTheClass);
});

it('null counts as absent', () => {
  const members: readonly object[] = [
    ...optional.map((parameter) => ({ [parameter]: null })),
    { styling: { primaryColor: null } },
    { i18n: { 'method.SEPA': null } },
    { featureFlags: { hideMandateCheckbox: null } },
    { customerFields: { name: null } },
  ];
  const parsed = members.map((given) => [given, parseConfig({ ...valid, ...given })]);
  expect(parsed).toEqual(members.map((given) => [given, parseConfig(valid)]));
});
