import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ways } from './code/ways.js';
import type { Made } from './code/made.js';
import { callbacksOf, configOf, cssOf } from './config.js';
import { contrast, pairs } from './contrast.js';
import { History } from './history.js';
import { properties } from './options.js';
import { presets } from './presets.js';
import { defaults, fromAddress, toAddress } from './values.js';

const docs = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');

/** Returns the names in the first column of the table below a heading. */
function namesBelow(page: string, heading: string): string[] {
  const [section = ''] = page.split(`## ${heading}\n`)[1]?.split('\n## ') ?? [];
  return [...section.matchAll(/^\| `([\w-]+)`/gm)].map(([, name = '']) => name);
}

describe('nothing is forgotten', () => {
  const page = docs('configuration');
  const tables: readonly (readonly [heading: string, prefix: string])[] = [
    ['Parameters of `init`', ''],
    ['`featureFlags`', 'featureFlags.'],
    ['`styling`', 'styling.'],
    ['`styling.iframeFields`', 'styling.iframeFields.'],
    ['`styling.stripe`', 'styling.stripe.'],
    ['`customerFields`', 'customerFields.'],
    ['`customerFields.address`', 'customerFields.address.'],
  ];

  it('every option of docs/configuration.md', () => {
    const missing = tables.flatMap(([heading, prefix]) => {
      const names = namesBelow(page, heading);
      expect(names.length, heading).toBeGreaterThan(1);
      return (
        names
          .map((name) => `${prefix}${name}`)
          // Only the backend has the token. Objects have no control, but their members do.
          .filter((name) => name !== 'userSessionToken')
          .filter((name) => !Object.hasOwn(defaults, name))
          .filter((name) => !Object.keys(defaults).some((known) => known.startsWith(`${name}.`)))
      );
    });
    expect(missing).toEqual([]);
  });

  it('every property of docs/styling.md, by its option or by itself', () => {
    const names = namesBelow(docs('styling'), 'Properties');
    expect(names.length).toBeGreaterThan(10);
    const options = new Map(properties.map(({ name, option }) => [name, option]));
    const controls = names.map((name) => {
      const option = options.get(name);
      return option === undefined ? `css.${name}` : `styling.${option}`;
    });
    expect(controls.filter((name) => !Object.hasOwn(defaults, name))).toEqual([]);
  });

  it('every CSS property of each of the four styles of a provider’s field', () => {
    const [, list = ''] = page.split('## Properties of a `FrameFieldStyle`');
    const names = [...(list.split('\n## ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(10);
    const controls = ['base', 'error', 'validated', 'placeholder'].flatMap((state) =>
      names.map((name) => `styling.iframeFields.${state}.${name}`),
    );
    expect(controls.filter((name) => !Object.hasOwn(defaults, name))).toEqual([]);
  });
});

describe('the address', () => {
  it('has all that was chosen, and gives it back', () => {
    const values = Object.fromEntries(Object.keys(defaults).map((name) => [name, `${name} & “ä”=#\n`]));
    expect(fromAddress(toAddress(values))).toEqual({ values, unknown: [] });
    expect(toAddress(defaults)).toBe('');
  });

  it('has no token, whatever it is given', () => {
    expect(Object.keys(defaults).filter((name) => /token/i.test(name))).toEqual([]);
    const { values, unknown } = fromAddress('userSessionToken=secret&locale=de&toString=x');
    expect(unknown).toEqual(['userSessionToken', 'toString']);
    expect(toAddress(values)).toBe('locale=de');
  });
});

describe('the configuration', () => {
  it.each([
    ['nothing but what is required', {}, {}],
    ['a colour', { 'styling.primaryColor': '#0b6b4b' }, { styling: { primaryColor: '#0b6b4b' } }],
    [
      'flags, when they are not as they are anyway',
      { 'featureFlags.enableMandateDownload': 'false', 'featureFlags.disableStripeLink': 'false' },
      { featureFlags: { enableMandateDownload: false } },
    ],
    [
      'texts, hidden ones too',
      { i18n: 'pay.button=Join = now\n\nlist.title=' },
      { i18n: { 'pay.button': 'Join = now', 'list.title': '' } },
    ],
    [
      'customer fields',
      { 'customerFields.email': 'hidden', 'customerFields.address.city': 'given' },
      {
        customerFields: {
          email: { value: 'mara@example.org', visible: false },
          address: { city: { value: 'Berlin' } },
        },
      },
    ],
    [
      'the provider’s appearance',
      { 'styling.stripe.appearance': '{"theme":"flat"}' },
      { styling: { stripe: { appearance: { theme: 'flat' } } } },
    ],
    [
      'the provider’s fields',
      { 'styling.iframeFields.error.color': 'red' },
      { styling: { iframeFields: { error: { color: 'red' } } } },
    ],
  ])('%s', (_name, chosen, expected) => {
    const { config, problems } = configOf({ ...defaults, ...chosen });
    expect(config).toEqual({
      environment: 'test',
      countryCode: 'DE',
      locale: 'en',
      container: 'payment',
      ...expected,
    });
    expect(problems).toEqual({});
  });

  it('names what is wrong, and leaves it out', () => {
    const { config, problems } = configOf({ ...defaults, i18n: 'no key', 'styling.stripe.fonts': '[' });
    expect(Object.keys(problems).sort()).toEqual(['i18n', 'styling.stripe.fonts']);
    expect(config).not.toHaveProperty('styling');
  });

  it('lets no property end its declaration', () => {
    expect(
      cssOf({ ...defaults, 'css.--upc-error': 'red', 'css.--upc-success': 'red;} body { display: none' }),
    ).toEqual({
      '--upc-error': 'red',
    });
  });
});

describe('the code', () => {
  const hostile = {
    'styling.primaryColor': "#0b6b4b'); alert(1); ('",
    i18n: 'pay.button=</script><script>alert("1")</script>\n__proto__=x\nlist.title=a\u2028b\\n',
    'css.--upc-error': '#900',
    hidePaymentButton: 'true',
    onError: 'true',
    container: 'pay"ment',
  };

  it.each([
    ['as it is', {}],
    ['with a theme', presets[0]?.values ?? {}],
    ['with what people type', hostile],
  ])('gives init what the page was told, %s', async (_name, chosen) => {
    const values = { ...defaults, ...chosen };
    const { config } = configOf(values);
    const made = { config, callbacks: callbacksOf(values), css: cssOf(values), serviceUrl: 'http://service' };
    const copied = (id: string) => copiedFrom(id, made);
    const { container, ...others } = plain(config) as Record<string, unknown>;
    const options = { ...others, baseUrl: 'http://service' };
    const session = { userSessionToken: 'from /session' };

    // HTML ends a script at the first closing tag, so the code must not contain one.
    const scripts = [...(await copied('script')).matchAll(/<script type="module">(.*?)<\/script>/gs)].map(
      ([, code = '']) => code,
    );
    expect(scripts).toHaveLength(1);
    expect(plain(await given(scripts[0] ?? ''))).toEqual({ ...options, ...session, container });
    const js = (await copied('npm')).replace(/^[^]*import .*$/m, '');
    const received = (await given(js)) as Record<string, unknown>;
    expect(plain(received)).toEqual({ ...options, ...session, container });
    for (const name of made.callbacks) expect(received[name]).toBeTypeOf('function');

    for (const id of ['react', 'vue', 'svelte']) {
      const [, literal = ''] = /const options.*? = (\{\n.*?\n *\});\n/s.exec(await copied(id)) ?? [];
      expect(plain(evaluated(literal)), id).toEqual(options);
    }
    const [, literal = ''] = /\(\) => \((\{\n.*?\n {2}\})\)\);/s.exec(await copied('angular')) ?? [];
    const ofAngular = literal.replace('this.userSessionToken()', "'from /session'");
    expect(plain(evaluated(ofAngular))).toEqual({ ...options, ...session });
  });

  it('of <upc-payment> has in attributes what they can say, and the rest in its property', async () => {
    const values = { ...defaults, ...hostile, region: 'eu-central-1', devMode: 'true' };
    const { config } = configOf(values);
    const made = { config, callbacks: callbacksOf(values), css: cssOf(values), serviceUrl: 'http://service' };
    const code = await copiedFrom('element', made);
    const [tag = ''] = /^<upc-payment[^>]*>/.exec(code) ?? [];
    expect(
      tag
        .split('\n')
        .slice(1, -1)
        .map((line) => line.trim()),
    ).toEqual([
      'environment="test"',
      'region="eu-central-1"',
      'country-code="DE"',
      'locale="en"',
      'base-url="http://service"',
      'hide-payment-button',
      'dev-mode',
    ]);
    const [, literal = ''] = /payment\.config = (\{\n.*?\n\});\n/s.exec(code) ?? [];
    const { styling, i18n } = plain(config) as Record<string, unknown>;
    expect(plain(evaluated(literal))).toEqual({ styling, i18n });
    expect(code.match(/addEventListener\('upc-[\w-]+/g)).toEqual(
      ['success', 'error', 'state-change'].map((name) => `addEventListener('upc-${name}`),
    );
  });
});

/** Returns all code that a tab offers to copy. */
async function copiedFrom(id: string, made: Made): Promise<string> {
  const way = ways.find((one) => one.id === id);
  const release = () => Promise.resolve({ script: '/widget/1/widget.js', integrity: 'sha384-x' });
  return ((await way?.code(made, release)) ?? []).map(({ code }) => code).join('\n');
}

function plain(given: unknown): unknown {
  return JSON.parse(JSON.stringify(given));
}

function evaluated(expression: string): unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- to evaluate it is the test
  return (new Function(`return ${expression}`) as () => unknown)();
}

/** Runs the code and returns the configuration that it passes to `init`. */
async function given(code: string): Promise<object> {
  const received: object[] = [];
  const init = (config: object) => received.push(config);
  const fetch = () => Promise.resolve({ json: () => Promise.resolve({ token: 'from /session' }) });
  const document = { getElementById: () => ({ addEventListener: () => undefined }) };
  const names = ['init', 'paymentWidget', 'fetch', 'document'];
  // oxlint-disable-next-line typescript/no-implied-eval -- to run it, as a module that awaits at its top, is the test
  const module = new Function(...names, `return (async () => {${code}\n})()`) as (
    ...values: unknown[]
  ) => Promise<void>;
  await module(init, { init }, fetch, document);
  expect(received).toHaveLength(1);
  return received[0] ?? {};
}

it('lists the contrast of each colour of words on everything that they are written on', () => {
  const inks = ['--upc-text', '--upc-text-secondary', '--upc-error', '--upc-success'];
  const grounds = ['page', '--upc-background', '--upc-secondary'];
  const told = pairs.filter(({ least }) => least === 4.5).map(({ ink, ground }) => `${ink} on ${ground}`);
  expect(told.sort()).toEqual(inks.flatMap((ink) => grounds.map((ground) => `${ink} on ${ground}`)).sort());
});

it('every theme can be read', () => {
  const poor = presets.flatMap(({ name: theme, values }) => {
    const grounds: Readonly<Record<string, string>> = { light: '#ffffff', dark: '#14171f' };
    const page = grounds[values['page.host'] ?? 'light'] ?? '';
    const standards = new Map(
      properties.map(({ name, option, light, dark }) => {
        const own = values[option === undefined ? `css.${name}` : `styling.${option}`];
        return [name, own ?? (values['page.host'] === 'dark' ? (dark ?? light) : light)];
      }),
    );
    const color = (name: string) => rgb(name === 'page' ? page : (standards.get(name) ?? ''));
    return pairs
      .map((pair) => ({ theme, ...pair, ratio: contrast(color(pair.ink), color(pair.ground)) }))
      .filter(({ ratio, least }) => ratio < least);
  });
  expect(poor).toEqual([]);
});

function rgb(hex: string): readonly [number, number, number] {
  const digits =
    hex.length === 4
      ? hex
          .slice(1)
          .match(/./g)
          ?.map((digit) => digit + digit)
      : hex.slice(1).match(/../g);
  const [red = 0, green = 0, blue = 0] = (digits ?? []).map((pair) => parseInt(pair, 16));
  return [red, green, blue];
}

describe('undo', () => {
  it('takes back what was typed into one control as a whole, and gives it again', () => {
    const history = new History(defaults);
    for (const text of ['#', '#0', '#00f'])
      history.change({ 'styling.primaryColor': text }, 'styling.primaryColor');
    history.change({ locale: 'de' }, 'locale');
    history.undo();
    expect([history.values.locale, history.values['styling.primaryColor']]).toEqual(['en', '#00f']);
    history.undo();
    expect([history.values, history.canUndo]).toEqual([defaults, false]);
    history.redo();
    history.redo();
    expect([history.values.locale, history.canRedo]).toEqual(['de', false]);
  });

  it('takes a reset back, which keeps view and session', () => {
    const history = new History({ ...defaults, 'session.studio': 'harbour', locale: 'de' });
    history.reset();
    expect([history.values.locale, history.values['session.studio']]).toEqual(['en', 'harbour']);
    history.undo();
    expect(history.values.locale).toBe('de');
  });
});
