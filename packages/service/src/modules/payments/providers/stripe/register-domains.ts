import Stripe from 'stripe';
import { StaffError } from '../../../../core/errors/staff-error.js';

/** Wallets that have a button on registered domains, by Stripe's name. Link has none (docs/stripe.md). */
const WALLETS = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' } as const;

/** State of a wallet on a domain. */
export interface WalletOnDomain {
  readonly wallet: string;
  readonly isActive: boolean;
  /** Why it is not active, in Stripe's words. */
  readonly reason?: string;
}

/** Hosts of origins, and the origins that cannot be registered, each with the reason. */
export interface HostsOfOrigins {
  readonly hosts: readonly string[];
  readonly skipped: readonly (readonly [origin: string, reason: string])[];
}

/** Determines which hosts of registered origins are registered as domains, without side effects. */
export function hostsOf(origins: Iterable<string>): HostsOfOrigins {
  const hosts = new Set<string>();
  const skipped = new Map<string, string>();
  for (const origin of origins) {
    const host = /^https?:\/\/(.+?)(:(\d+|\*))?$/.exec(origin)?.[1]?.toLowerCase() ?? '';
    const reason = whyNot(host);
    if (reason === null) hosts.add(host);
    else skipped.set(origin, reason);
  }
  return { hosts: [...hosts].toSorted(), skipped: [...skipped] };
}

function whyNot(host: string): string | null {
  if (host.includes('*')) return 'Stripe registers single domains; add the origin of each page';
  if (host === 'localhost' || host.endsWith('.localhost')) return 'a name of this machine';
  if (/^[\d.]+$|^\[/.test(host)) return 'an address instead of a name';
  return host.includes('.') ? null : 'not a public domain';
}

/**
 * Registers a domain for wallets with a Stripe account, enables it if it was disabled, and lets Stripe validate it. It
 * may be repeated.
 *
 * @returns the state of each wallet.
 * @throws StaffError when Stripe refuses or does not respond.
 */
export async function registerDomain(stripe: Stripe, host: string): Promise<readonly WalletOnDomain[]> {
  try {
    const { data } = await stripe.paymentMethodDomains.list({ domain_name: host, limit: 1 });
    const found = data[0] ?? (await stripe.paymentMethodDomains.create({ domain_name: host }));
    if (!found.enabled) await stripe.paymentMethodDomains.update(found.id, { enabled: true });
    const domain = await stripe.paymentMethodDomains.validate(found.id);
    return Object.entries(WALLETS).map(([name, wallet]) => {
      const { status, status_details: details } = domain[name as keyof typeof WALLETS];
      const isActive = status === 'active';
      return { wallet, isActive, ...(!isActive && { reason: details?.error_message ?? status }) };
    });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new StaffError(`${host} was not registered: ${problemOf(error)}.`);
  }
}

/** Describes an error without the exchange that it contains. */
function problemOf({ statusCode, code, type }: Stripe.errors.StripeError): string {
  if (statusCode === undefined) return 'cannot reach Stripe';
  if (statusCode === 401) return 'Stripe rejects the secret key';
  if (statusCode === 403) return 'the secret key may not write Payment Method Domains';
  return `Stripe responds with status ${statusCode} (${code ?? type})`;
}
