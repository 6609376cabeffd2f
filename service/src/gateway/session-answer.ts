import type { Context } from '../context.js';
import { directDebitOf } from '../payments/bank-details/direct-debits.js';
import { isExpired, listInstruments, withoutSignature } from '../payments/instruments.js';
import { offerMandate } from '../payments/mandates/mandate-offer.js';
import { canBeSaved } from '../payments/methods.js';
import { toMoney } from '../payments/money.js';
import { describePayment, findLivePayment } from '../payments/payments.js';
import { mandateOccasion, sessionMethods, type SessionOfStudio } from '../payments/sessions.js';
import type { PaymentMethod } from '../providers/provider.js';
import type { components } from './gateway-types.js';

type Schemas = components['schemas'];

/** The session as the widget is told about it: what may be paid and how, and what is pending. */
export async function describeSession(
  context: Context,
  found: SessionOfStudio,
  language: string,
): Promise<Schemas['Session']> {
  const { session, studio } = found;
  const methods = sessionMethods(found).map((method) => describeMethod(context, found, method, language));
  const instruments = session.showExistingPaymentInstruments ? await listInstruments(context.db, found) : [];
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
    paymentInstruments: instruments.map(({ token, paymentMethod, details }) => ({
      token,
      paymentMethod,
      details: withoutSignature(details),
      expired: isExpired(details, context.clock.now()),
    })),
    ...(pending ? { pendingPayment: await describePayment(context, context.db, pending, language) } : {}),
  };
}

function describeMethod(
  { mandateTexts }: Context,
  found: SessionOfStudio,
  method: PaymentMethod,
  language: string,
): Schemas['OfferedPaymentMethod'] {
  const { session } = found;
  const offered = { paymentMethod: method, canBeSaved: canBeSaved(session, method) };
  const debit = directDebitOf(method);
  if (!debit) return offered;
  return {
    ...offered,
    requiredFields: session.requireDirectDebitSignature ? ['signature'] : [],
    mandate: offerMandate(mandateTexts, mandateOccasion(found, method, debit.scheme), language),
  };
}
