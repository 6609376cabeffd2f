import { methodNames } from '@upc/contract/catalogue';
import type { PaymentMethod } from '@upc/contract/gateway';
import type { PaymentStatus } from '../../modules/payments/payments.tables.js';
import type { SessionStatus } from '../../modules/payments/sessions/sessions.tables.js';

export const PAYMENT_STATUSES: readonly PaymentStatus[] = [
  'CREATED',
  'ACTION_REQUIRED',
  'AUTHENTICATED',
  'UNKNOWN',
  'PREAUTHED',
  'FAILED',
  'CANCELLED',
];
export const SESSION_STATUSES: readonly SessionStatus[] = ['OPEN', 'USING', 'USED', 'EXPIRING', 'EXPIRED'];

/** Filter of the listed payment sessions. A part that is null does not narrow the list. */
export interface SessionFilter {
  /** Any id: of a payment, a session, a customer, a person of the payment service, or the trace id of an error. */
  readonly search: string | null;
  readonly studioId: number | null;
  /** Status of an attempt. */
  readonly paymentStatus: PaymentStatus | null;
  readonly sessionStatus: SessionStatus | null;
  readonly method: PaymentMethod | null;
  readonly customerId: number | null;
  /** First and last day, such as `2026-11-22`, in the studio's time zone. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whether sessions without any attempt are listed too. */
  readonly withoutAttempts: boolean;
  /** Id of the last session on the previous page. */
  readonly before: string | null;
}

export interface ReadFilter {
  readonly filter: SessionFilter;
  /** Faults of the address, one sentence each. */
  readonly problems: readonly string[];
}

type Query = Readonly<Record<string, unknown>>;

export const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Reads the filter from an address such as `?studio=1001&method=SEPA&from=2026-11-01&q=2001`. */
export function readSessionFilter(query: Query): ReadFilter {
  const problems: string[] = [];
  const one = <T>(name: string, allowed: string, read: (given: string) => T | null): T | null => {
    const given = textOf(query[name]);
    if (given === null) return null;
    const value = read(given);
    if (value === null) problems.push(`${name} is “${given}”; it must be ${allowed}.`);
    return value;
  };
  const among = <T extends string>(values: readonly T[]) => {
    return (given: string): T | null => values.find((value) => value === given) ?? null;
  };
  const status = one(
    'status',
    `one of ${[...PAYMENT_STATUSES, ...SESSION_STATUSES].join(', ')}`,
    among([...PAYMENT_STATUSES, ...SESSION_STATUSES]),
  );
  const filter: SessionFilter = {
    // The demo pages and older bookmarks use `trace`.
    search: textOf(query.q) ?? textOf(query.trace),
    studioId: one('studio', 'the id of a studio, a whole number', wholeNumber),
    paymentStatus: PAYMENT_STATUSES.find((value) => value === status) ?? null,
    sessionStatus: SESSION_STATUSES.find((value) => value === status) ?? null,
    method: one('method', `one of ${methodNames.join(', ')}`, among(methodNames)),
    customerId: one('customer', 'the id of a customer, a whole number', wholeNumber),
    from: one('from', 'a day such as 2026-11-22', day),
    to: one('to', 'a day such as 2026-11-22', day),
    withoutAttempts: textOf(query.empty) !== null,
    before: one('before', 'the id of a session', (given) => (UUID.test(given) ? given : null)),
  };
  if (filter.from !== null && filter.to !== null && filter.from > filter.to) {
    problems.push(`The period ends on ${filter.to}, before it begins on ${filter.from}.`);
  }
  return { filter, problems };
}

/** Returns the address of the list with a filter; the inverse of `readSessionFilter`. */
export function addressOf(filter: SessionFilter): string {
  const parts: Readonly<Record<string, string | number | null>> = {
    q: filter.search,
    studio: filter.studioId,
    status: filter.paymentStatus ?? filter.sessionStatus,
    method: filter.method,
    customer: filter.customerId,
    from: filter.from,
    to: filter.to,
    empty: filter.withoutAttempts ? 'shown' : null,
    before: filter.before,
  };
  const given = Object.entries(parts).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length === 0 ? '/studio' : `/studio?${new URLSearchParams(given).toString()}`;
}

/** Returns whether the filter is that of the initial page. */
export function isWhole(filter: SessionFilter): boolean {
  return addressOf({ ...filter, withoutAttempts: false }) === '/studio';
}

function textOf(given: unknown): string | null {
  return typeof given === 'string' && given.trim() !== '' ? given.trim().slice(0, 100) : null;
}

export function wholeNumber(given: string): number | null {
  return /^\d{1,15}$/.test(given) ? Number(given) : null;
}

function day(given: string): string | null {
  const date = new Date(`${given}T00:00:00Z`);
  // Years near 0 and 9999 are refused, because PostgreSQL cannot read the days beyond them.
  return /^[12]\d{3}-\d\d-\d\d$/.test(given) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(given)
    ? given
    : null;
}
