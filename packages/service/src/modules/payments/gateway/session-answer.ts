import { catalogue, isOfFlow } from '@upc/contract/catalogue';
import type { PaymentMethod, Schemas } from '@upc/contract/gateway';
import { eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { readRow } from '../../../core/database/row-by-row.js';
import type { RequestMeta } from '../../../core/http/request-meta.js';
import { toMoney } from '../../../core/money.js';
import { pollPayment } from '../attempts/authentication.js';
import { directDebits } from '../bank-details/direct-debits.js';
import { debitsAfterExpiry } from '../instruments/debits-after-expiry.js';
import { removable } from '../instruments/instrument-removal.js';
import {
  choosable,
  type Instrument,
  isExpired,
  listedDetails,
  withoutDuplicates,
} from '../instruments/instruments.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { offerMandate } from '../mandates/mandate-offer.js';
import { canBeSaved, isGivenAtProvider, isSaved } from '../methods.js';
import { describePayment, type Payment } from '../payments.js';
import { payments } from '../payments.tables.js';
import type { Shown } from '../sessions/session-finder.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { listedMethods, mandateOccasion, type SessionOfStudio } from '../sessions/sessions.js';
import { describeCode, transferCode } from '../transfers/transfer-code.js';

/** Describes a session for the widget: the amount, the payment methods and instruments, and any pending payment. */
export async function describeSession(
  context: Context,
  found: SessionOfStudio,
  { kept, pending }: Shown,
  meta: RequestMeta,
): Promise<Schemas['Session']> {
  const { session, studio } = found;
  const listed = listedMethods(context, found);
  const methods = listed.map((method) => describeMethod(context, found, method, meta.locale));
  const readable = kept.flatMap(({ instrument, isNeeded }) => {
    const read = readRow(paymentInstruments, instrument, context.report);
    return read ? [{ instrument: read, isNeeded }] : [];
  });
  const own = readable.map(({ instrument }) => instrument).filter((one) => isSavedBy(one, pending));
  const visible = await instrumentsShown(context.db, session, own);
  const all = choosable(context, found, visible).filter(({ paymentMethod }) =>
    listed.includes(paymentMethod),
  );
  const instruments = withoutDuplicates(all);
  const debits = await debitsAfterExpiry(context, found, { own, listed: instruments });
  const tokens = new Set(removable(readable).map(({ token }) => token));
  return {
    amount: toMoney(session.amount, session.currency),
    scope: session.scope,
    tokenValidUntil: session.validUntil.toISOString(),
    referenceText: session.referenceText,
    creditor: studio.creditor,
    requireDirectDebitSignature: session.requireDirectDebitSignature,
    savingOffered: methods.some((method) => method.canBeSaved),
    paymentMethods: methods,
    savingPreset: session.savingPreset,
    paymentInstruments: instruments.map(({ id, token, paymentMethod, details }) => {
      const debitOn = debits.get(id);
      return {
        token,
        paymentMethod,
        details: listedDetails(paymentMethod, details),
        expired: isExpired(details, context.clock.now()),
        ...(debitOn !== undefined && { expiresBeforeDebitOn: debitOn }),
        removable: tokens.has(token),
      };
    }),
    ...(pending && { pendingPayment: await describePending(context, found, pending, meta) }),
  };
}

/**
 * Selects the instruments that a session shows. Whoever has the address of a payment link may not be the customer, so
 * its page shows only those that were given through the link.
 */
async function instrumentsShown(
  db: Database,
  { linkId, showExistingPaymentInstruments }: SessionOfStudio['session'],
  own: readonly Instrument[],
): Promise<readonly Instrument[]> {
  if (linkId === null) return showExistingPaymentInstruments ? own : [];
  const given = await db
    .select({ id: payments.instrumentId })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(eq(paymentSessions.linkId, linkId));
  const ids = new Set(given.map(({ id }) => id));
  return own.filter(({ id }) => ids.has(id));
}

/** Returns whether an instrument was saved, or was collected by this session and will be saved. */
function isSavedBy({ id, status }: Instrument, pending: Payment | null): boolean {
  const isCollectedHere =
    pending?.status === 'PREAUTHED' && pending.saveInstrument && pending.instrumentId === id;
  return status === 'ACTIVE' || (status === 'COLLECTED' && isCollectedHere);
}

/**
 * Describes the pending payment in its current state at the provider. A payment that is only CREATED needs no provider
 * call.
 */
function describePending(
  context: Context,
  found: SessionOfStudio,
  pending: Payment,
  meta: RequestMeta,
): Promise<Schemas['Payment']> {
  return pending.status === 'CREATED'
    ? describePayment(context, context.db, pending, meta.language)
    : pollPayment(context, found, pending.id, meta);
}

function describeMethod(
  { mandateTexts, providers }: Context,
  found: SessionOfStudio,
  method: PaymentMethod,
  locale: string,
): Schemas['OfferedPaymentMethod'] {
  const { session, studio } = found;
  const offered = { paymentMethod: method, canBeSaved: canBeSaved(session, method) };
  const provider = providers.serving(studio, method);
  if (provider && isGivenAtProvider(method)) {
    return { ...offered, provider: provider.publicConfiguration(studio.publicKey) };
  }
  if (method === 'BANK_TRANSFER' && studio.transferAccount) {
    const { transferAccount: account } = studio;
    const { amount, currency, referenceText: reference } = session;
    const code = transferCode({ account, address: studio.creditor.address, amount, currency, reference });
    return { ...offered, transferAccount: account, ...(code && { qrCode: describeCode(code) }) };
  }
  if (!isOfFlow(method, 'debit')) return offered;
  const debit = directDebits[method];
  const offer = (recurrent: boolean) =>
    offerMandate(mandateTexts, mandateOccasion(found, catalogue[method].scheme, recurrent), locale);
  return {
    ...offered,
    requiredFields: [
      ...debit.requiredFields,
      ...(provider?.requiredFields(method) ?? []),
      ...(session.requireDirectDebitSignature && debit.isSigned ? (['signature'] as const) : []),
    ],
    mandate: offer(isSaved(session, method, undefined)),
    ...(offered.canBeSaved && { oneOffMandate: offer(false) }),
  };
}
