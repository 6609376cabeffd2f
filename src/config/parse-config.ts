import { Mismatch } from '../core/schema.js';
import { noSessionToken } from '../errors/gateway-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { Callbacks, CustomerFields, MutableConfig, ParsedConfig, PreloadOptions } from './config.js';
import {
  allowed,
  callbacks,
  type Key,
  mutable,
  type Options,
  schemas,
  secret,
  withoutSchema,
} from './config-schemas.js';
import { gatewayUrl } from './gateway-url.js';
import { copyPlainData, NotPlainDataError, ownKeys, read } from './plain-data.js';
import { describeValue, wrongConfiguration } from './wrong-configuration.js';

/** Members of the host's object, each read once. */
type Given = ReadonlyMap<string, unknown>;
type Mutable = (typeof mutable)[number];

/**
 * Checks what a host passes to `init` and fills in the defaults.
 *
 * @param servedBy origin of the service that the classic script came from; used as the gateway if no other is
 * configured.
 * @throws PaymentWidgetError VALIDATION_ERROR naming the parameter, the given value and what is allowed.
 */
export function parseConfig(given: unknown, servedBy?: string): ParsedConfig {
  const config = readMembers(given, 'init', [...Object.keys(schemas), ...callbacks, ...withoutSchema]);
  const environment = parse('environment', config);
  const region = parse('region', config);
  return {
    userSessionToken: userSessionToken(config),
    session: copySession(config),
    environment,
    region,
    countryCode: parse('countryCode', config).toUpperCase(),
    locale: parse('locale', config),
    container: container(config.get('container')),
    gatewayUrl: gatewayUrl(parse('baseUrl', config), environment, region, servedBy),
    styling: parse('styling', config),
    i18n: parse('i18n', config),
    featureFlags: parse('featureFlags', config),
    hidePaymentButton: parse('hidePaymentButton', config),
    customerFields: parse('customerFields', config),
    devMode: parse('devMode', config),
    returnUrl: parse('returnUrl', config),
    ...parseCallbacks(config),
  };
}

/**
 * Checks what a host passes to `update`. Only the given options change. An option given as undefined returns to its
 * default; `locale` has no default, so it stays as it is.
 *
 * @throws PaymentWidgetError VALIDATION_ERROR, like `parseConfig`.
 */
export function parseUpdate(given: MutableConfig, current: ParsedConfig): ParsedConfig {
  const update = readMembers(given, 'update', [...mutable, ...callbacks]);
  const now = <Changed extends Mutable>(key: Changed): Options[Changed] | ParsedConfig[Changed] =>
    update.has(key) ? parse(key, update) : current[key];
  const { onSuccess, onError, onPaymentStateChange, onRedirect, ...kept } = current;
  const before = Object.entries({ onSuccess, onError, onPaymentStateChange, onRedirect });
  return {
    ...kept,
    locale: update.get('locale') === undefined ? current.locale : now('locale'),
    styling: now('styling'),
    i18n: now('i18n'),
    featureFlags: now('featureFlags'),
    hidePaymentButton: now('hidePaymentButton'),
    ...parseCallbacks(new Map<string, unknown>([...before, ...update])),
  };
}

/**
 * Checks the argument of `updateCustomerFields`.
 *
 * @throws PaymentWidgetError VALIDATION_ERROR when the fields are not as the configuration allows.
 */
export function parseCustomerFields(given: unknown): CustomerFields {
  if ((given ?? undefined) === undefined)
    throw wrongConfiguration(
      `"customerFields" is wrong: given ${describeValue(given)}; allowed: ${allowed.customerFields}`,
    );
  return parse('customerFields', new Map([['customerFields', given]]));
}

/**
 * Checks what a host passes to `preload`.
 *
 * @throws PaymentWidgetError VALIDATION_ERROR, like `parseConfig`.
 */
export function parsePreload(given: unknown): PreloadOptions {
  const options = readMembers(given, 'preload', ['locale', 'countryCode']);
  return {
    locale: parse('locale', options),
    ...(options.get('countryCode') !== undefined && {
      countryCode: parse('countryCode', options).toUpperCase(),
    }),
  };
}

function readMembers(given: unknown, call: string, keys: readonly string[]): Given {
  if (typeof given !== 'object' || given === null || describeValue(given) === 'an array') {
    throw wrongConfiguration(`${call} needs a configuration object; given ${describeValue(given)}`);
  }
  return plainly(() => {
    const own = ownKeys(given, 'configuration');
    // Backends often serialise absent values as null.
    const members = keys.map((key) => [key, read(given, key) ?? undefined] as const);
    return new Map(members.filter(([key, value]) => value !== undefined || own.includes(key)));
  });
}

function parse<K extends Key>(key: K, config: Given): Options[K] {
  const given = config.get(key);
  const copy = plainly(() => copyPlainData(given, key), allowedInstead(key));
  try {
    return schemas[key](copy);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    const { path } = error;
    const wrong = path.reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
      copy,
    );
    const what =
      given === undefined
        ? `"${key}" is missing`
        : `"${[key, ...path].join('.')}" is wrong: given ${describeValue(wrong, secret.test(key))}`;
    throw wrongConfiguration(`${what}; allowed: ${allowed[key]}`);
  }
}

/**
 * Returns the token, or a promise of it. A string is checked immediately.
 *
 * @throws PaymentWidgetError VALIDATION_ERROR. The promise rejects with the same error if it yields no token, and with
 * reason `NO_SESSION_TOKEN` if the host's own promise rejects.
 */
function userSessionToken(config: Given): string | Promise<string> {
  const given = config.get('userSessionToken');
  if (!isPromise(given)) return parse('userSessionToken', config);
  const token = Promise.resolve(given).then(
    (resolved) => parse('userSessionToken', new Map([['userSessionToken', resolved ?? undefined]])),
    (cause: unknown) => {
      throw new PaymentWidgetError('GENERIC_ERROR', 'The promise "userSessionToken" was rejected.', {
        reason: noSessionToken,
        cause,
      });
    },
  );
  // The gateway client reports the rejection. A widget that has been destroyed by then does not.
  token.catch(() => undefined);
  return token;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    plainly(
      () => typeof read(value, 'then', 'userSessionToken') === 'function',
      allowedInstead('userSessionToken'),
    )
  );
}

/** Copies the prefetched session, which is checked when it is used (prefetched-session.ts). */
function copySession(config: Given): unknown {
  try {
    return copyPlainData(config.get('session'), 'session');
  } catch {
    return null;
  }
}

function allowedInstead(key: Key): string {
  return `; allowed: ${allowed[key]}`;
}

function parseCallbacks(config: Given): Callbacks {
  const given = callbacks
    .map((key) => [key, config.get(key)] as const)
    .filter(([, value]) => value !== undefined);
  for (const [key, value] of given) {
    if (typeof value !== 'function') {
      throw wrongConfiguration(`"${key}" is wrong: given ${describeValue(value)}; allowed: a function`);
    }
  }
  return Object.fromEntries(given);
}

function container(given: unknown): HTMLElement {
  if (isElement(given)) return given;
  if (typeof given !== 'string' || given === '') {
    const what = given === undefined ? 'missing' : `wrong: given ${describeValue(given)}`;
    throw wrongConfiguration(`"container" is ${what}; allowed: an element or the id of one`);
  }
  const element = document.getElementById(given);
  if (element) return element;
  const hint = given.startsWith('#') ? '; an id is given without "#"' : '';
  throw wrongConfiguration(
    `"container" is not the id of an element on the page: given ${describeValue(given)}${hint}`,
  );
}

/** Returns whether a value is an element, of any window. Objects that only imitate one are rejected. */
function isElement(value: unknown): value is HTMLElement {
  try {
    return Object.getOwnPropertyDescriptor(Node.prototype, 'nodeType')?.get?.call(value) === 1;
  } catch {
    return false;
  }
}

/** Runs a function that reads the host's data, and reports data that is not plain as a configuration error. */
function plainly<Result>(readIt: () => Result, remedy = ''): Result {
  try {
    return readIt();
  } catch (error) {
    if (!(error instanceof NotPlainDataError)) throw error;
    throw wrongConfiguration(`${error.message}${remedy}`);
  }
}
