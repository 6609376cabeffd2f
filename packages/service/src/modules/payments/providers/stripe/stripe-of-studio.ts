import { and, eq } from 'drizzle-orm';
import Stripe from 'stripe';
import type { Clock } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { providerCustomers } from '../../payments.tables.js';
import type { ServedStudio } from '../providers.js';
import type { StripeKeys, StripeSettings } from './settings.js';
import { type StripeCustomers, StripeProvider } from './stripe-provider.js';

/**
 * Origins that Stripe sends a person to: 3-D Secure and older redirects (hooks), pages of PayPal, iDEAL, Bancontact and
 * TWINT (pm-redirects), Stripe's own pages (payments). docs.stripe.com: next_action of each method, and "Integration
 * security guide" for hooks; seen by nobody here against Stripe's own servers (docs/stripe.md).
 */
export const STRIPE_REDIRECT_ORIGINS: readonly string[] = [
  'https://hooks.stripe.com',
  'https://pm-redirects.stripe.com',
  'https://payments.stripe.com',
];

/** Timeout and number of tries of a call. */
export interface RetryPolicy {
  /** Milliseconds of one try. */
  readonly timeout: number;
  /** Tries after the first, with the same key. */
  readonly maxNetworkRetries: number;
}

/** Three tries stay below what a batch waits before it takes something up. */
const RETRY_POLICY: RetryPolicy = { timeout: 15_000, maxNetworkRetries: 2 };

/** Columns that decide about the account of a studio. */
export type StudioWithAccount = Pick<ServedStudio, 'id' | 'stripeAccount'>;

/**
 * The account of a studio, or null when it has none: the one that it was given by name, else its own, else that of all. A
 * name that is not known any more is not an account: money does not go to another one.
 */
export function stripeKeysOf(
  { named, common }: StripeSettings,
  { id, stripeAccount }: StudioWithAccount,
): StripeKeys | null {
  if (stripeAccount !== null) return named.get(stripeAccount) ?? null;
  return named.get(String(id)) ?? common;
}

/** Stripe as each studio has it: one client per account. */
export function stripeOfStudio(
  settings: StripeSettings,
  {
    db,
    clock,
    retryPolicy = RETRY_POLICY,
    onAnswer,
  }: {
    readonly db: Database;
    readonly clock: Clock;
    readonly retryPolicy?: RetryPolicy;
    /** Told of each try of a call; without a status there was no answer. */
    readonly onAnswer?: (keys: StripeKeys, statusCode: number | undefined) => void;
  },
): (studio: ServedStudio) => StripeProvider | null {
  const providers = new Map<StripeKeys, StripeProvider>();
  const customers = keptCustomers(db, clock);
  return (studio) => {
    const keys = stripeKeysOf(settings, studio);
    if (keys === null) return null;
    const provider =
      providers.get(keys) ??
      new StripeProvider({
        stripe: stripeClient(keys, settings.apiUrl, retryPolicy, (status) => onAnswer?.(keys, status)),
        publishableKey: keys.publishableKey,
        customers,
        clock,
        redirectOrigins: settings.apiUrl === null ? STRIPE_REDIRECT_ORIGINS : [settings.apiUrl],
      });
    providers.set(keys, provider);
    return provider;
  };
}

/**
 * @param apiUrl of a stand-in; null: Stripe's own
 * @param onAnswer told of each try, with its status; undefined: there was no answer
 */
export function stripeClient(
  { secretKey }: Pick<StripeKeys, 'secretKey'>,
  apiUrl: string | null,
  retryPolicy: RetryPolicy = RETRY_POLICY,
  onAnswer: (statusCode: number | undefined) => void = () => {},
): Stripe {
  const common = { ...retryPolicy, telemetry: false, httpClient: watchedClient(onAnswer) };
  if (apiUrl === null) return new Stripe(secretKey, common);
  const { hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, { ...common, host: hostname, port, protocol: 'http' });
}

/** Node's client of the SDK, which reports the outcome of each try. */
function watchedClient(onAnswer: (statusCode: number | undefined) => void) {
  const client = Stripe.createNodeHttpClient();
  const makeRequest: typeof client.makeRequest = async (...request) => {
    try {
      const response = await client.makeRequest(...request);
      onAnswer(response.getStatusCode());
      return response;
    } catch (error) {
      onAnswer(undefined);
      throw error;
    }
  };
  return { getClientName: () => client.getClientName(), makeRequest };
}

function keptCustomers(db: Database, clock: Clock): StripeCustomers {
  const find = async (person: string): Promise<string | null> => {
    const [found] = await db
      .select()
      .from(providerCustomers)
      .where(and(eq(providerCustomers.paymentCustomerId, person), eq(providerCustomers.provider, 'STRIPE')));
    return found?.reference ?? null;
  };
  return {
    find,
    keep: async (person, reference) => {
      const row = {
        paymentCustomerId: person,
        provider: 'STRIPE',
        reference,
        createdAt: clock.now(),
      } as const;
      await db.insert(providerCustomers).values(row).onConflictDoNothing();
      return (await find(person)) ?? reference;
    },
  };
}
