import { Mismatch } from '../platform/schema.js';
import type {
  Callbacks,
  CustomerFields,
  Environment,
  FeatureFlags,
  MutableConfig,
  ParsedConfig,
  Region,
  Styling,
  Texts,
} from './config.js';
import { allowed, callbacks, type Key, mutable, schemas, secret } from './config-schemas.js';
import { gatewayUrl } from './gateway-url.js';
import { copyPlainData, NotPlainDataError, ownKeys, read } from './plain-data.js';
import { describeValue, wrongConfiguration } from './wrong-configuration.js';

/** The members that a host gave, read once. */
type Given = ReadonlyMap<string, unknown>;

/**
 * Checks what a host gives to `init` and fills in the defaults.
 *
 * @throws PaymentWidgetError VALIDATION_ERROR naming the parameter, what was given and what is allowed.
 */
export function parseConfig(given: unknown): ParsedConfig {
  const config = readMembers(given, 'init', [...Object.keys(schemas), ...callbacks, 'container']);
  const environment = parse('environment', config) as Environment;
  const region = parse('region', config) as Region;
  return {
    userSessionToken: parse('userSessionToken', config) as string,
    environment,
    region,
    countryCode: (parse('countryCode', config) as string).toUpperCase(),
    locale: parse('locale', config) as string,
    container: container(config.get('container')),
    gatewayUrl: gatewayUrl(parse('baseUrl', config) as string | undefined, environment, region),
    styling: parse('styling', config) as Styling,
    i18n: parse('i18n', config) as Texts,
    featureFlags: parse('featureFlags', config) as Required<FeatureFlags>,
    hidePaymentButton: parse('hidePaymentButton', config) as boolean,
    customerFields: parse('customerFields', config) as CustomerFields,
    devMode: parse('devMode', config) as boolean,
    returnUrl: parse('returnUrl', config) as string | undefined,
    ...parseCallbacks(config),
  };
}

/**
 * Checks what a host gives to `update`: only what is given changes; an option that is given as undefined goes back
 * to its default.
 * @throws PaymentWidgetError VALIDATION_ERROR as `parseConfig` does.
 */
export function parseUpdate(given: MutableConfig, current: ParsedConfig): ParsedConfig {
  const update = readMembers(given, 'update', [...mutable, ...callbacks]);
  const kept = Object.entries(current).filter(([key]) => !update.has(key));
  const changed = mutable.filter((key) => update.has(key)).map((key) => [key, parse(key, update)] as const);
  return {
    ...(Object.fromEntries([...kept, ...changed]) as unknown as ParsedConfig),
    ...parseCallbacks(update),
  };
}

/** @throws PaymentWidgetError VALIDATION_ERROR when the fields are not as the configuration allows. */
export function parseCustomerFields(given: unknown): CustomerFields {
  if ((given ?? undefined) === undefined)
    throw wrongConfiguration(
      `"customerFields" is wrong: given ${describeValue(given)}; allowed: ${allowed.customerFields}`,
    );
  return parse('customerFields', new Map([['customerFields', given]])) as CustomerFields;
}

function readMembers(given: unknown, call: string, keys: readonly string[]): Given {
  if (typeof given !== 'object' || given === null || describeValue(given) === 'an array') {
    throw wrongConfiguration(`${call} needs a configuration object; given ${describeValue(given)}`);
  }
  return plainly(() => {
    const own = ownKeys(given, 'configuration');
    // A backend writes null for what it has not.
    const members = keys.map((key) => [key, read(given, key) ?? undefined] as const);
    return new Map(members.filter(([key, value]) => value !== undefined || own.includes(key)));
  });
}

function parse(key: Key, config: Given): unknown {
  const given = config.get(key);
  const copy = plainly(() => copyPlainData(given, key), `; allowed: ${allowed[key]}`);
  try {
    return schemas[key](copy);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    const { path } = error;
    const wrong = path.reduce<unknown>(
      (value, step) => (value as Readonly<Record<string, unknown>> | undefined)?.[step],
      copy,
    );
    const what =
      given === undefined
        ? `"${key}" is missing`
        : `"${[key, ...path].join('.')}" is wrong: given ${describeValue(wrong, secret.includes(key))}`;
    throw wrongConfiguration(`${what}; allowed: ${allowed[key]}`);
  }
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
  throw wrongConfiguration(`"container" names no element of the page: given ${describeValue(given)}${hint}`);
}

/** An element of whatever window; nothing that only says that it is one. */
function isElement(value: unknown): value is HTMLElement {
  try {
    return Object.getOwnPropertyDescriptor(Node.prototype, 'nodeType')?.get?.call(value) === 1;
  } catch {
    return false;
  }
}

/** Reads what the host gave; what is not plain data becomes the error that the host knows. */
function plainly<Result>(readIt: () => Result, allowedInstead = ''): Result {
  try {
    return readIt();
  } catch (error) {
    if (!(error instanceof NotPlainDataError)) throw error;
    throw wrongConfiguration(`${error.message}${allowedInstead}`);
  }
}
