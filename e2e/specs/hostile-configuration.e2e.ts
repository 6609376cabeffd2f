import { recordCalls } from '../support/faults.js';
import { expect, test } from '../support/hostile.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';

/*
 * These tests cover "Typed configuration error, no request" of the quality requirements for hostile input. Every kind
 * of value for every parameter is tested in src/config/parse-config.test.ts; these tests cover what a page can do to
 * the built script.
 */

/**
 * Runs in the page and calls a method with values that cannot be passed into it. @returns what each call threw, by its
 * name.
 */
function attack(name: string): Record<string, string> {
  const call = name as 'init' | 'update' | 'updateCustomerFields';
  const host = window as unknown as {
    paymentWidget: { init(config: unknown): unknown };
    hostWidgets: Record<
      string,
      { update(changes: unknown): void; updateCustomerFields(fields: unknown): void }
    >;
  };
  const parse = (json: string): object => JSON.parse(json) as object;
  const throwing = (): never => {
    throw new Error('canary words of the host');
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const everywhere: Record<string, unknown> = {
    nothing: undefined,
    'a text': 'x',
    'an array': [],
    'a revoked proxy': proxy,
    'a proxy whose traps throw': new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing }),
  };
  const wrong: Record<string, object> = {
    __proto__key: parse('{"__proto__":{"polluted":"yes"}}'),
    'constructor.prototype': parse('{"constructor":{"prototype":{"polluted":"yes"}}}'),
    'nested __proto__': { i18n: parse('{"__proto__":{"polluted":"yes"}}') },
    'nested constructor': { styling: { stripe: { appearance: { constructor: { prototype: {} } } } } },
    'a getter that throws': Object.defineProperty({}, 'locale', { get: throwing, enumerable: true }),
    'a nested getter that throws': {
      styling: Object.defineProperty({}, 'primaryColor', { get: throwing, enumerable: true }),
    },
    '1 MB': { locale: 'a'.repeat(1_000_000) },
    'nested 1 MB': { i18n: { 'method.SEPA': 'a'.repeat(1_000_000) } },
    'a path as locale': { locale: '../../x' },
  };
  const onlyInit: Record<string, object> = {
    'an array as token': { userSessionToken: ['a'] },
    'a token of 1 MB': { userSessionToken: 'a'.repeat(1_000_000) },
    'a script as address': { baseUrl: 'javascript:window.pwned=1' },
    'data as address': { baseUrl: 'data:application/json,{}' },
    'a protocol-relative address': { baseUrl: '//evil.example' },
    'a user in the address': { baseUrl: 'https://gateway.example@evil.example' },
    'a password in the address': { baseUrl: 'https://user:canary@gateway.example' },
    'plain http in live': { environment: 'live', baseUrl: 'http://gateway.example' },
    'a script to come back to': { returnUrl: 'javascript:window.pwned=1' },
    'an object that says it is an element': { container: { nodeType: 1, append: throwing } },
  };
  const field = { value: 'x' };
  const wrongFields: Record<string, object> = {
    __proto__key: parse('{"__proto__":{"polluted":"yes"}}'),
    'nested constructor': { address: { constructor: { prototype: {} } } },
    'a getter that throws': Object.defineProperty({}, 'name', { get: throwing, enumerable: true }),
    '1 MB': { name: { value: 'a'.repeat(1_000_000) } },
    'a text in place of a field': { name: 'x' },
    'a map': new Map([['name', field]]),
  };
  const valid = {
    userSessionToken: 'canary-token-that-is-sent-nowhere',
    environment: 'test',
    countryCode: 'DE',
    locale: 'en',
    container: 'payment',
    baseUrl: 'https://gateway.example',
  };
  const merged = Object.entries({ ...wrong, ...onlyInit }).map(
    ([name, part]) =>
      [name, Object.defineProperties({ ...valid }, Object.getOwnPropertyDescriptors(part))] as const,
  );
  const given = {
    init: [...Object.entries(everywhere), ...merged],
    update: [...Object.entries(everywhere), ...Object.entries(wrong)],
    updateCustomerFields: [...Object.entries(everywhere), ...Object.entries(wrongFields)],
  }[call];
  const said = given.map(([name, value]) => {
    try {
      if (call === 'init') host.paymentWidget.init(value);
      else host.hostWidgets.payment?.[call](value);
      return [name, 'nothing'];
    } catch (thrown) {
      const { name: type, code, message } = thrown as { name: string; code: string; message: string };
      return [name, `${type} ${code} ${message}`];
    }
  });
  return Object.fromEntries(said) as Record<string, string>;
}

function expectTyped(said: Record<string, string>, atLeast: number): void {
  expect(Object.keys(said).length).toBeGreaterThanOrEqual(atLeast);
  for (const [name, error] of Object.entries(said)) {
    expect(error, name).toMatch(/^PaymentWidgetError VALIDATION_ERROR paymentWidget: .{10,300}$/s);
    expect(error, name).not.toMatch(/canary/i);
  }
}

test('init refuses all of it, and asks for nothing @core', async ({ open, page }) => {
  await open();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  expectTyped(await page.evaluate(attack, 'init'), 24);
  await expect(page.locator('#payment')).toBeEmpty();
  expect(requests).toEqual([]);
});

for (const [call, atLeast] of [
  ['update', 14],
  ['updateCustomerFields', 11],
] as const) {
  test(`${call} refuses all of it, asks for nothing, and changes nothing`, async ({
    backend,
    host,
    open,
    page,
    unharmed,
    widget,
  }) => {
    const session = await openSepaSession(backend);
    unharmed.secret(session.token, 'Zoë Canary');
    await open();
    await host.init({ userSessionToken: session.token, customerFields: { name: { value: 'Zoë Canary' } } });
    const form = new SepaForm(widget);
    await form.fill({ holder: 'Zoë Canary' });
    const calls = recordCalls(page);
    expectTyped(await page.evaluate(attack, call), atLeast);
    expect(calls).toEqual([]);

    await expect(form.holder).toHaveValue('Zoë Canary');
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
}
