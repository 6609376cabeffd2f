import type { EnvironmentName } from '../../../../core/settings.js';

/** One account of Stripe's. */
export interface StripeKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** null: no events are taken; every intent is asked for in turn. */
  readonly webhookSecret: string | null;
}

export interface StripeSettings {
  /** The account of every studio that has no other; null: none. */
  readonly common: StripeKeys | null;
  /** By the end of their variables: a studio's id, whose own account it is, or a name that studios are given (`studio set`). */
  readonly named: ReadonlyMap<string, StripeKeys>;
  /** Another address of the API, of tests; null: Stripe's. */
  readonly apiUrl: string | null;
}

const NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const PREFIXES = {
  test: { secret: ['sk_test_', 'rk_test_'], publishable: ['pk_test_'] },
  live: { secret: ['sk_live_', 'rk_live_'], publishable: ['pk_live_'] },
} as const;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Reads `STRIPE_SECRET_KEY`, `STRIPE_PUBLISHABLE_KEY` and `STRIPE_WEBHOOK_SECRET`, and the same names with `_<studio id>`
 * for a studio with an account of its own, or `_<NAME>` for one that several studios are given.
 *
 * @throws Error naming the variable and what is allowed, never a key.
 */
export function readStripeSettings(
  variables: NodeJS.ProcessEnv,
  environment: EnvironmentName,
): StripeSettings {
  const suffixes = new Set<string>();
  for (const [name, value] of Object.entries(variables)) {
    const match = /^STRIPE_(?:SECRET_KEY|PUBLISHABLE_KEY|WEBHOOK_SECRET)(_.+)?$/.exec(name);
    if (match && value) suffixes.add(match[1] ?? '');
  }
  const named = new Map<string, StripeKeys>();
  for (const suffix of suffixes) {
    if (suffix === '') continue;
    if (!/^_(\d+|[A-Z][A-Z0-9]{0,39})$/.test(suffix)) {
      throw new Error(
        `STRIPE_…${suffix} names no account; allowed is the number of a studio, such as STRIPE_SECRET_KEY_1002, or a name of ` +
          'capital letters and digits, such as STRIPE_SECRET_KEY_SOUTH.',
      );
    }
    named.set(suffix.slice(1), readKeys(variables, suffix, environment));
  }
  return {
    common: suffixes.has('') ? readKeys(variables, '', environment) : null,
    named,
    apiUrl: readApiUrl(variables.STRIPE_API_URL, environment),
  };
}

function readKeys(variables: NodeJS.ProcessEnv, suffix: string, environment: EnvironmentName): StripeKeys {
  const [secretName, publishableName, webhookName] = NAMES.map((name) => `${name}${suffix}`) as [
    string,
    string,
    string,
  ];
  const kind = environment === 'live' ? 'live' : 'test';
  const read = (name: string, prefixes: readonly string[], belongsTo: string) => {
    const value = variables[name]?.trim() ?? '';
    if (value === '') throw new Error(`${name} is required where ${belongsTo} is given.`);
    if (prefixes.some((prefix) => value.startsWith(prefix)) && /^\w+$/.test(value)) return value;
    throw new Error(
      `${name} is not a key for UPC_ENVIRONMENT=${environment}; it must begin with ${prefixes.join(' or ')}. ` +
        'Keys of test mode are for test and sandbox, keys of live mode for live only.',
    );
  };
  const secretKey = read(secretName, PREFIXES[kind].secret, publishableName);
  const publishableKey = read(publishableName, PREFIXES[kind].publishable, secretName);
  const webhookSecret = variables[webhookName]?.trim() || null;
  if (webhookSecret !== null && !/^whsec_\w+$/.test(webhookSecret)) {
    throw new Error(`${webhookName} is not the secret of a webhook endpoint; it must begin with whsec_.`);
  }
  return { secretKey, publishableKey, webhookSecret };
}

function readApiUrl(given: string | undefined, environment: EnvironmentName): string | null {
  if (!given) return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (environment !== 'live' && url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))
    return url.origin;
  throw new Error(
    'STRIPE_API_URL is for tests: an http address of this machine, and UPC_ENVIRONMENT=test or sandbox.',
  );
}
