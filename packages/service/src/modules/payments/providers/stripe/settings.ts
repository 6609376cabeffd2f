import { readAll, readSettings, type Settings, text } from '@upc/server-kit/settings';
import { Type } from 'typebox';
import type { EnvironmentName } from '../../../../core/environment-name.js';

/** The settings of one account at Stripe. @param suffix of its variables; empty for the account of all other studios. */
function account(environment: EnvironmentName, suffix: string) {
  const mode = environment === 'live' ? 'live' : 'test';
  const key = (name: string, description: string, options: { pattern: string; allowed: string }) =>
    text(`STRIPE_${name}${suffix}`, description, { isSecret: true, ...options });
  return {
    secretKey: key(
      'SECRET_KEY',
      "The secret key of the studios' account at Stripe; without it, nothing goes through Stripe.",
      {
        pattern: `^[sr]k_${mode}_\\w+$`,
        allowed: 'a key for this UPC_ENVIRONMENT: sk_test_… or rk_test_…, but sk_live_… or rk_live_… in live',
      },
    ),
    publishableKey: key('PUBLISHABLE_KEY', 'Its publishable key; required with the secret key.', {
      pattern: `^pk_${mode}_\\w+$`,
      allowed: 'a key for this UPC_ENVIRONMENT: pk_test_…, but pk_live_… in live',
    }),
    /** Null: no events are taken; every intent is asked for in turn. */
    webhookSecret: Type.Optional(
      key(
        'WEBHOOK_SECRET',
        'The secret of its webhook endpoint; without it, Stripe is asked about each payment in turn.',
        {
          pattern: '^whsec_\\w+$',
          allowed: 'the secret of the endpoint <UPC_PUBLIC_URL>/providers/stripe/webhook: whsec_…',
        },
      ),
    ),
  };
}

function stripeApi(environment: EnvironmentName) {
  const schema = text('STRIPE_API_URL', "A stand-in of Stripe's API, for tests.", {
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

/** What help and documentation list. */
export const STRIPE_SETTINGS = [
  ...Object.values(account('test', '')),
  text(
    'STRIPE_…_<account>',
    `The same three of a further account, which is called by the id of the studio that it belongs to (STRIPE_SECRET_KEY_1002) or
    by capital letters and digits (STRIPE_SECRET_KEY_SOUTH), for studios that are given it: studio set --stripeAccount SOUTH.
    Its events go to <UPC_PUBLIC_URL>/providers/stripe/webhook/<account>.`,
  ),
  ...Object.values(stripeApi('test')),
];

/** Keys of one account at Stripe. */
export type StripeKeys = Settings<ReturnType<typeof account>>;

export interface StripeSettings {
  /** The account of every studio that has no other; null: none. */
  readonly common: StripeKeys | null;
  /** By the end of their variables: a studio's id, whose own account it is, or a name that studios are given (`studio set`). */
  readonly named: ReadonlyMap<string, StripeKeys>;
  /** Another address of the API, of tests; null: Stripe's. */
  readonly apiUrl: string | null;
}

/** @throws Error naming each variable that is wrong and what is allowed, never a key. */
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
