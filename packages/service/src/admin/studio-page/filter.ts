import { methodNames } from '@upc/contract/catalogue';
import type { PaymentMethod } from '@upc/contract/gateway';
import type { PaymentStatus } from '../../modules/payments/payments.tables.js';
import type { SessionStatus } from '../../modules/payments/sessions/sessions.tables.js';
import type { Words } from './words-en.js';
import { EN } from './words-en.js';

export const TABS = ['payments', 'contracts', 'studio', 'bank', 'integrations', 'staff'] as const;
export type Tab = (typeof TABS)[number];

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
  /** A customer's name or e-mail, or any id: of a payment, a session, a customer, a person, or a trace id. */
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
  /** Id of the last entry on the previous page. */
  readonly before: string | null;
}

/** What the page is asked to show. */
export interface Filter extends SessionFilter {
  readonly tab: Tab;
  /** The search as addresses have it, if they must not have it as it is; null otherwise. */
  readonly sealedSearch: string | null;
  /** The only list that is shown, with all its entries; null for the newest entries of all lists. */
  readonly list: string | null;
}

export interface ReadFilter {
  readonly filter: Filter;
  /** Faults of the address, one sentence each. */
  readonly problems: readonly string[];
}

type Query = Readonly<Record<string, unknown>>;

/** Lists whose entries have a UUID; those of the others have a number. */
const UUID_LISTS = ['sessions', 'files', 'entries', 'decided'];

export const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Reads the filter from an address such as `?studio=1001&method=SEPA&from=2026-11-01&q=2001`. */
export function readFilter(query: Query, tab: Tab = 'payments', words: Words = EN): ReadFilter {
  const problems: string[] = [];
  const { number, day: notDay, choice, period, page } = words.problems;
  const { studio, method, status: ofStatus, customer, from: since, to: until } = words.search;
  const one = <T>(name: string, read: (given: string) => T | null, fault: (given: string) => string) => {
    const given = textOf(query[name]);
    const value = given === null ? null : read(given);
    if (given !== null && value === null) problems.push(fault(given));
    return value;
  };
  const among = <T extends string>(values: readonly T[]) => {
    return (given: string): T | null => values.find((value) => value === given) ?? null;
  };
  const list = textOf(query.list);
  const status = one('status', among([...PAYMENT_STATUSES, ...SESSION_STATUSES]), (given) =>
    choice(ofStatus, given),
  );
  const hasUuids = UUID_LISTS.includes(list ?? (tab === 'payments' ? 'sessions' : ''));
  const filter: Filter = {
    tab,
    list,
    search: textOf(query.q),
    sealedSearch: null,
    studioId: one('studio', wholeNumber, (given) => number(studio, given)),
    paymentStatus: PAYMENT_STATUSES.find((value) => value === status) ?? null,
    sessionStatus: SESSION_STATUSES.find((value) => value === status) ?? null,
    method: one('method', among(methodNames), (given) => choice(method, given)),
    customerId: one('customer', wholeNumber, (given) => number(customer, given)),
    from: one('from', day, (given) => notDay(since, given)),
    to: one('to', day, (given) => notDay(until, given)),
    withoutAttempts: textOf(query.empty) !== null,
    before: one(
      'before',
      (given) => ((hasUuids ? UUID.test(given) : wholeNumber(given) !== null) ? given : null),
      () => page,
    ),
  };
  if (filter.from !== null && filter.to !== null && filter.from > filter.to) {
    problems.push(period(filter.from, filter.to));
  }
  return { filter, problems };
}

/** Returns the address of the page with a filter; the inverse of `readFilter`. */
export function addressOf(filter: Filter): string {
  const { tab, search, sealedSearch, studioId, customerId, list, before } = filter;
  const parts: Readonly<Record<string, string | number | null>> = {
    q: search === null ? null : (sealedSearch ?? search),
    studio: studioId,
    customer: customerId,
    ...(tab === 'payments' && {
      status: filter.paymentStatus ?? filter.sessionStatus,
      method: filter.method,
      from: filter.from,
      to: filter.to,
      empty: filter.withoutAttempts ? 'shown' : null,
    }),
    list,
    before,
  };
  const given = Object.entries(parts).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)] as [string, string]],
  );
  const path = pathOf(tab);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export function pathOf(tab: Tab): string {
  return tab === 'payments' ? '/studio' : `/studio/${tab}`;
}

/** Returns whether more than a studio, or another list than the usual ones, is asked for. */
export function isNarrowed(filter: Filter): boolean {
  return (
    addressOf({ ...filter, studioId: null, withoutAttempts: false, before: null }) !== pathOf(filter.tab)
  );
}

/** Returns whether a list is shown: all of them are, unless one is asked for. */
export function isListed({ list }: Filter, name: string): boolean {
  return list === null || list === name;
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
