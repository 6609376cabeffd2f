import { and, eq } from 'drizzle-orm';
import Stripe from 'stripe';
import type { Clock } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { noteStatus } from '../../../../core/trace.js';
import { providerCustomers } from '../../payments.tables.js';
import type { PageSources } from '../provider.js';
import type { ServedStudio } from '../providers.js';
import type { StripeKeys, StripeSettings } from './settings.js';
import { type StripeCustomers, StripeProvider } from './stripe-provider.js';

/**
 * Origins to which Stripe sends a person: 3-D Secure and older redirects (hooks), pages of PayPal, iDEAL, Bancontact
 * and TWINT (pm-redirects), and Stripe's own pages (payments). Sources at docs.stripe.com: next_action of each method,
 * and "Integration security guide" for hooks. They have not been verified against Stripe's own servers
 * (docs/stripe.md).
 */
export const STRIPE_REDIRECT_ORIGINS: readonly string[] = [
  'https://hooks.stripe.com',
  'https://pm-redirects.stripe.com',
  'https://payments.stripe.com',
];

/** As docs/content-security.md describes it. Buttons of wallets are in Stripe's frames and need nothing more. */
export const STRIPE_PAGE_SOURCES: PageSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
  trustedTypes: ['upc-stripe'],
};

/** Timeout and number of attempts of a call. */
export interface RetryPolicy {
  /** Timeout of one attempt in milliseconds. */
  readonly timeout: number;
  /** Attempts after the first, with the same key. */
  readonly maxNetworkRetries: number;
}

/** Three attempts take less time than the jobs wait before they take an item. */
const RETRY_POLICY: RetryPolicy = { timeout: 15_000, maxNetworkRetries: 2 };

/** Columns that determine a studio's account. */
export type StudioWithAccount = Pick<ServedStudio, 'id' | 'stripeAccount'>;

/**
 * Returns a studio's account: the one assigned by name, otherwise its own, otherwise the common one; null if there is
 * none. If the assigned name is no longer configured, the studio has no account, so that its money never reaches
 * another one.
 */
export function stripeKeysOf(
  { named, common }: StripeSettings,
  { id, stripeAccount }: StudioWithAccount,
): StripeKeys | null {
  if (stripeAccount !== null) return named.get(stripeAccount) ?? null;
  return named.get(String(id)) ?? common;
}

/** Provides Stripe for each studio, with one client per account. */
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
    /** Called after each attempt of a call. `statusCode` is undefined if there was no response. */
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
 * Creates a Stripe client.
 *
 * @param apiUrl of a stand-in; null: Stripe's own
 * @param onAnswer called after each attempt with its status, undefined if there was no response
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

/** Wraps the SDK's Node client to report the outcome of each attempt. */
function watchedClient(onAnswer: (statusCode: number | undefined) => void) {
  const client = Stripe.createNodeHttpClient();
  const makeRequest: typeof client.makeRequest = async (...request) => {
    try {
      const response = await client.makeRequest(...request);
      const status = response.getStatusCode();
      noteStatus(status);
      onAnswer(status);
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
