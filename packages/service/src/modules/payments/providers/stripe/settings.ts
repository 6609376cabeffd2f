import { readAll, readSettings, type Settings, text } from '@upc/server-kit/settings';
import { Type } from 'typebox';
import type { EnvironmentName } from '../../../../core/environment-name.js';

/**
 * Defines the settings of one Stripe account.
 *
 * @param suffix of its variables; empty for the account of all other studios.
 */
function account(environment: EnvironmentName, suffix: string) {
  const mode = environment === 'live' ? 'live' : 'test';
  const key = (name: string, description: string, options: { pattern: string; allowed: string }) =>
    text(`STRIPE_${name}${suffix}`, description, { isSecret: true, ...options });
  return {
    secretKey: key(
      'SECRET_KEY',
      "Secret key of the studios' Stripe account. Without it, no payments go through Stripe.",
      {
        pattern: `^[sr]k_${mode}_\\w+$`,
        allowed: 'a key for this UPC_ENVIRONMENT: sk_test_… or rk_test_…, but sk_live_… or rk_live_… in live',
      },
    ),
    publishableKey: key(
      'PUBLISHABLE_KEY',
      'Publishable key of the same account. Required with the secret key.',
      {
        pattern: `^pk_${mode}_\\w+$`,
        allowed: 'a key for this UPC_ENVIRONMENT: pk_test_…, but pk_live_… in live',
      },
    ),
    /** Without it, no events are accepted, and the service queries Stripe about each payment instead. */
    webhookSecret: Type.Optional(
      key(
        'WEBHOOK_SECRET',
        'Signing secret of its webhook endpoint. Without it, the service polls Stripe for each payment.',
        {
          pattern: '^whsec_\\w+$',
          allowed: 'the secret of the endpoint <UPC_PUBLIC_URL>/providers/stripe/webhook: whsec_…',
        },
      ),
    ),
  };
}

function stripeApi(environment: EnvironmentName) {
  const schema = text('STRIPE_API_URL', "Address of a stand-in for Stripe's API, for tests.", {
    allowed: 'an http address of this machine, in test and sandbox',
  });
  const isAllowed = (given: string) =>
    environment !== 'live' && URL.canParse(given) && isOfThisMachine(new URL(given));
  return {
    apiUrl: Type.Optional(Type.Decode(Type.Refine(schema, isAllowed), (given) => new URL(given).origin)),
  };
}

function isOfThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Settings as listed in the help and the documentation. */
export const STRIPE_SETTINGS = [
  ...Object.values(account('test', '')),
  text(
    'STRIPE_…_<account>',
    `The same three variables for a further Stripe account. The suffix is the id of the one studio that uses the account
    (STRIPE_SECRET_KEY_1002), or a name of capital letters and digits (STRIPE_SECRET_KEY_SOUTH). Assign a named account to
    studios with studio set --stripeAccount SOUTH. Its webhook endpoint is <UPC_PUBLIC_URL>/providers/stripe/webhook/<account>.`,
  ),
  ...Object.values(stripeApi('test')),
];

/** Keys of one Stripe account. */
export type StripeKeys = Settings<ReturnType<typeof account>>;

export interface StripeSettings {
  /** The account of all studios that have no account of their own; null if it is not set. */
  readonly common: StripeKeys | null;
  /**
   * Accounts by the suffix of their variables: the id of the studio that owns the account, or a name that is assigned
   * to studios (`studio set`).
   */
  readonly named: ReadonlyMap<string, StripeKeys>;
  /** Address of a test stand-in for the API; null for Stripe's own API. */
  readonly apiUrl: string | null;
}

/**
 * Reads the settings of all Stripe accounts.
 *
 * @throws Error naming each wrong variable and what is allowed, but never a key.
 */
export function readStripeSettings(
  variables: NodeJS.ProcessEnv,
  environment: EnvironmentName,
): StripeSettings {
  const suffixes = Object.entries(variables).flatMap(([name, value]) => {
    const match = /^STRIPE_(?:SECRET_KEY|PUBLISHABLE_KEY|WEBHOOK_SECRET)(_.+)?$/.exec(name);
    return match && value ? [match[1] ?? ''] : [];
  });
  const readAccount = (suffix: string) => (): StripeKeys => {
    if (/^(|_\d+|_[A-Z][A-Z0-9]{0,39})$/.test(suffix))
      return readSettings(account(environment, suffix), variables);
    throw new Error(
      `STRIPE_…${suffix} names no account; allowed is the number of a studio, such as STRIPE_SECRET_KEY_1002, or a name of ` +
        'capital letters and digits, such as STRIPE_SECRET_KEY_SOUTH.',
    );
  };
  const { accounts, api } = readAll({
    accounts: () =>
      readAll<Record<string, StripeKeys>>(
        Object.fromEntries(suffixes.map((suffix) => [suffix.slice(1), readAccount(suffix)])),
      ),
    api: () => readSettings(stripeApi(environment), variables),
  });
  const { '': common = null, ...named } = accounts;
  return { common, named: new Map(Object.entries(named)), ...api };
}
