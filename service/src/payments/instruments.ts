import { and, desc, eq, inArray, or } from 'drizzle-orm';
import type { Schemas } from '@upc/contract/gateway';
import type { Context } from '../context.js';
import type { ProviderName } from '../ports/provider.js';
import { paymentInstruments, payments } from '../store/schema.js';
import { sessionMethods, type SessionOfStudio } from './sessions.js';

export type Instrument = typeof paymentInstruments.$inferSelect;
type Details = Schemas['PaymentInstrumentDetails'];
type BankAccount = Schemas['BankAccountInstrument'];

/**
 * The instruments a person can choose in a session, newest first: those that were saved, and the one that
 * this very session has just collected and is going to save when its token is used.
 */
export async function listInstruments(
  { db, providers }: Pick<Context, 'db' | 'providers'>,
  { session, studio }: SessionOfStudio,
): Promise<Instrument[]> {
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
  const methods = sessionMethods({ providers }, { session, studio });
  const found = await db
    .select()
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
  return found.filter(
    ({ paymentMethod, provider }) => methods.includes(paymentMethod) && providers.has(studio, provider),
  );
}

/** Takes an instrument from the lists that its provider cannot charge any more; one that is none of ours changes nothing. */
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

/** Cards say `MM/YY` or `MM/YYYY` and are good to the end of that month; other instruments do not expire. */
export function isExpired(details: Details, now: Date): boolean {
  const match = /^(\d{2})\/(?:20)?(\d{2})$/.exec(details.creditCard?.expiry ?? '');
  if (!match) return false;
  return now >= new Date(Date.UTC(2000 + Number(match[2]), Number(match[1]), 1));
}

/** What of an instrument is shown in a list: its signature belongs to the mandate, its e-mail is masked. */
export function listedDetails(details: Details): Details {
  const { sepa, chDD, lsvDD, bacs } = details;
  if (sepa) return { sepa: withoutSignature(sepa) };
  if (chDD) return { chDD: withoutSignature(chDD) };
  if (lsvDD) return { lsvDD: withoutSignature(lsvDD) };
  if (!bacs?.shopperEmail) return details;
  return { bacs: { ...bacs, shopperEmail: bacs.shopperEmail.replace(/(?<=^.).*(?=@)/, '•••') } };
}

function withoutSignature({ bankAccountDetails }: BankAccount): BankAccount {
  const { signature: _, ...rest } = bankAccountDetails;
  return { bankAccountDetails: rest };
}
