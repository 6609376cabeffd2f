import { isOfFlow } from '@upc/contract/catalogue';
import type { Context } from '../context.js';
import { directDebits } from '../payments/bank-details/direct-debits.js';
import { isExpired, listedDetails, listInstruments, withoutDoubles } from '../payments/instruments.js';
import { removableTokens } from '../payments/instrument-removal.js';
import { offerMandate } from '../domain/mandates/mandate-offer.js';
import { canBeSaved, isGivenAtProvider, isSaved } from '../payments/methods.js';
import { toMoney } from '../domain/money.js';
import { pollPayment } from '../payments/authentication.js';
import { describePayment, findLivePayment, type Payment } from '../payments/payments.js';
import type { RequestMeta } from '../domain/request-meta.js';
import { listedMethods, mandateOccasion, type SessionOfStudio } from '../payments/sessions.js';
import type { PaymentMethod, Schemas } from '@upc/contract/gateway';

/** The session as the widget is told about it: what may be paid and how, and what is pending. */
export async function describeSession(
  context: Context,
  found: SessionOfStudio,
  meta: RequestMeta,
): Promise<Schemas['Session']> {
  const { session, studio } = found;
  const listed = listedMethods(context, found);
  const methods = listed.map((method) => describeMethod(context, found, method, meta.locale));
  const all = session.showExistingPaymentInstruments
    ? (await listInstruments(context, found)).filter(({ paymentMethod }) => listed.includes(paymentMethod))
    : [];
  const removable = await removableTokens(context.db, session.paymentCustomerId);
  const pending = await findLivePayment(context.db, session.id);
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
    paymentInstruments: withoutDoubles(all).map(({ token, paymentMethod, details }) => ({
      token,
      paymentMethod,
      details: listedDetails(paymentMethod, details),
      expired: isExpired(details, context.clock.now()),
      removable: removable.has(token),
    })),
    ...(pending && { pendingPayment: await describePending(context, found, pending, meta) }),
  };
}

/** As the provider knows it by now; what was only written down needs no provider. */
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
    return { ...offered, transferAccount: studio.transferAccount };
  }
  if (!isOfFlow(method, 'debit')) return offered;
  const debit = directDebits[method];
  const offer = (recurrent: boolean) =>
    offerMandate(mandateTexts, mandateOccasion(found, method, recurrent), locale);
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
