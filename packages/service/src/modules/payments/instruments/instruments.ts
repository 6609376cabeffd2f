import { catalogue } from '@upc/contract/catalogue';
import type { PaymentMethod, Schemas } from '@upc/contract/gateway';
import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { addTerm, type CalendarDate, calendarDateIn, monthDayIn } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { readRow, unreadColumns } from '../../../core/database/row-by-row.js';
import { payments } from '../payments.tables.js';
import type { ProviderName } from '../providers/provider.js';
import { sessionMethods, type SessionOfStudio } from '../sessions/sessions.js';
import { paymentInstruments } from './instruments.tables.js';

export type Instrument = typeof paymentInstruments.$inferSelect;
type Details = Schemas['PaymentInstrumentDetails'];
type BankAccount = Schemas['BankAccountInstrument'];
type Account = Schemas['DirectDebitInstrument'];

/**
 * Lists the instruments that a person can choose in a session, newest first: saved ones, and the one that this session
 * has just collected and will save when its token is used. Unreadable rows are left out.
 */
export async function listInstruments(
  context: Pick<Context, 'db' | 'providers' | 'clock' | 'report'>,
  found: SessionOfStudio,
): Promise<Instrument[]> {
  const { db } = context;
  const { session } = found;
  const collectedHere = db
    .select({ id: payments.instrumentId })
    .from(payments)
    .where(
      and(
        eq(payments.sessionId, session.id),
        eq(payments.status, 'PREAUTHED'),
        eq(payments.saveInstrument, true),
      ),
    );
  const rows = await db
    .select(unreadColumns(paymentInstruments))
    .from(paymentInstruments)
    .where(
      and(
        eq(paymentInstruments.paymentCustomerId, session.paymentCustomerId),
        or(
          eq(paymentInstruments.status, 'ACTIVE'),
          and(eq(paymentInstruments.status, 'COLLECTED'), inArray(paymentInstruments.id, collectedHere)),
        ),
      ),
    )
    .orderBy(desc(paymentInstruments.createdAt), desc(paymentInstruments.id));
  const kept = rows.flatMap((row) => readRow(paymentInstruments, row, context.report) ?? []);
  return choosable(context, found, kept);
}

/** Selects the instruments that a session accepts. */
export function choosable(
  { providers, clock }: Pick<Context, 'providers' | 'clock'>,
  { session, studio }: SessionOfStudio,
  kept: readonly Instrument[],
): Instrument[] {
  const methods = sessionMethods({ providers, clock }, { session, studio });
  return kept.filter(
    ({ paymentMethod, provider }) => methods.includes(paymentMethod) && providers.has(studio, provider),
  );
}

/**
 * Keeps the first of several instruments that a person cannot tell apart: the same card or account may have been saved
 * twice. Tokens of the others stay valid.
 */
export function withoutDuplicates(instruments: readonly Instrument[]): Instrument[] {
  return instruments.filter(
    (one, index) => instruments.findIndex((other) => looksLike(other, one)) === index,
  );
}

/**
 * Returns whether two instruments look the same to a person. The mandate is ignored, because an account has a new one
 * each time it is saved.
 */
export function looksLike(one: Instrument, other: Instrument): boolean {
  return shown(one) === shown(other);
}

function shown({ paymentMethod, details }: Instrument): string {
  const listed = listedDetails(paymentMethod, details)[catalogue[paymentMethod].detailsKey] ?? {};
  const { mandateId: _, directDebitPdfFormUrl: __, ...rest }: Account & object = listed;
  return JSON.stringify([paymentMethod, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Discards an instrument that its provider can no longer charge. A reference that is unknown here changes nothing. */
export async function discardInstrument(
  { db }: Pick<Context, 'db'>,
  provider: ProviderName,
  reference: string,
): Promise<void> {
  await db
    .update(paymentInstruments)
    .set({ status: 'DISCARDED' })
    .where(
      and(
        eq(paymentInstruments.provider, provider),
        eq(paymentInstruments.providerReference, reference),
        eq(paymentInstruments.status, 'ACTIVE'),
      ),
    );
}

/**
 * Returns the last day on which an instrument can be charged, or null if it does not expire. Cards state `MM/YY` or
 * `MM/YYYY` and are valid until the end of that month.
 */
export function lastValidDay(details: Details): CalendarDate | null {
  const match = /^(\d{2})\/(?:20)?(\d{2})$/.exec(details.creditCard?.expiry ?? '');
  return match && monthDayIn(2000 + Number(match[2]), Number(match[1]), 31);
}

/** Returns whether an instrument has expired. */
export function isExpired(details: Details, now: Date): boolean {
  const lastDay = lastValidDay(details);
  return lastDay !== null && calendarDateIn(now, 'UTC') > lastDay;
}

/**
 * Days before the last valid day from which partners are notified. Payment runs usually collect monthly, so a partner
 * can ask for another instrument before the first charge fails.
 */
export const NOTICE_DAYS = 30;

/** Returns the day from which partners are notified that an instrument expires, or null if it does not. */
export function expiryNoticeDay(details: Details): CalendarDate | null {
  const lastDay = lastValidDay(details);
  return lastDay && addTerm(lastDay, { value: NOTICE_DAYS, unit: 'DAY' }, -1);
}

/**
 * Returns an instrument's details for a list, without the signature, which belongs to the mandate, and with a masked
 * email address.
 */
export function listedDetails(paymentMethod: PaymentMethod, details: Details): Details {
  const { detailsKey } = catalogue[paymentMethod];
  return { ...details, ...listedMember(detailsKey, details[detailsKey]) };
}

type Members = { readonly [K in keyof Details]-?: NonNullable<Details[K]> };

function listedMember<K extends keyof Members>(key: K, member: Members[K] | undefined): Details {
  return member ? { [key]: LISTED[key](member) } : {};
}

const LISTED: { readonly [K in keyof Members]: (member: Members[K]) => Members[K] } = {
  creditCard: (card) => card,
  sepa: withoutSignature,
  chDD: withoutSignature,
  lsvDD: withoutSignature,
  bacs: withMaskedEmail,
  ach: withMaskedEmail,
  becs: withMaskedEmail,
  ideal: (ideal) => ideal,
  banContactCard: (card) => card,
  paypal: (paypal) => paypal,
  twint: (twint) => twint,
  cash: (cash) => cash,
  bankTransfer: (transfer) => transfer,
};

function withoutSignature({ bankAccountDetails }: BankAccount): BankAccount {
  const { signature: _, ...rest } = bankAccountDetails;
  return { bankAccountDetails: rest };
}

function withMaskedEmail(account: Account): Account {
  const { shopperEmail } = account;
  return shopperEmail ? { ...account, shopperEmail: shopperEmail.replace(/(?<=^.).*(?=@)/, '•••') } : account;
}
