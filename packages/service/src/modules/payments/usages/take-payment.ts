import { eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import type { Studio } from '../../studios/studios.tables.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import type { Payment } from '../payments.js';
import {
  type Movement,
  type PaymentProvider,
  type ProviderIntent,
  ProviderRequestError,
  ProviderUnavailableError,
} from '../providers/provider.js';
import type { Session } from '../sessions/sessions.js';
import { usages } from './usages.tables.js';

/** A usage with everything it depends on. */
export interface LoadedUsage {
  readonly usage: typeof usages.$inferSelect;
  readonly payment: Payment;
  readonly session: Session;
  readonly studio: Studio;
}

/** The result of taking the money. `reference` is the provider's, null when there was nothing to do. */
export type TakePaymentResult =
  | { readonly kind: 'TAKEN'; readonly reference: string | null }
  | { readonly kind: 'DECLINED'; readonly code: DeclineCode; readonly tokenIsGone: boolean }
  | { readonly kind: 'UNKNOWN'; readonly why: ProviderUnavailableError };

/**
 * Has the provider take the amount of a usage, in the way its payment is held: charges the instrument,
 * captures what is authorised, or gives back what was paid beyond it. A debit that is only pending is taken. Where nothing
 * is to be paid, the provider has nothing to do.
 */
export async function takePayment(context: Context, found: LoadedUsage): Promise<TakePaymentResult> {
  const { usage, payment, studio } = found;
  if (usage.amount === 0) return { kind: 'TAKEN', reference: null };
  const charges = isCharge(payment);
  try {
    const provider = context.providers.named(studio, payment.provider);
    const intent = charges
      ? await charge(context, provider, found)
      : await collect(provider, found, requireReference(payment.providerReference));
    if (isTaken(intent)) return { kind: 'TAKEN', reference: intent.reference };
    // A refused charge leaves the instrument; a refused capture leaves what is still authorised.
    const tokenIsGone = !charges && intent.status !== 'AUTHORIZED';
    return { kind: 'DECLINED', code: intent.failure?.code ?? 'DECLINED', tokenIsGone };
  } catch (error) {
    if (error instanceof ProviderUnavailableError) return { kind: 'UNKNOWN', why: error };
    if (!(error instanceof ProviderRequestError)) throw error;
    return { kind: 'DECLINED', code: 'PROCESSING_ERROR', tokenIsGone: !charges };
  }
}

/** Whether the instrument is charged when the token is used: nothing is authorised or paid before. */
export function isCharge({ hold }: Pick<LoadedUsage['payment'], 'hold'>): boolean {
  return hold === 'SETUP' || hold === 'STORED';
}

function isTaken({ status }: ProviderIntent): boolean {
  return status === 'SUCCEEDED' || status === 'PROCESSING';
}

async function charge(
  { db }: Context,
  provider: PaymentProvider,
  { usage, payment, session }: LoadedUsage,
): Promise<ProviderIntent> {
  const [instrument] = await db
    .select()
    .from(paymentInstruments)
    .where(eq(paymentInstruments.id, requireReference(payment.instrumentId)));
  if (!instrument) throw new Error('The instrument of a payment is gone.');
  return provider.chargeInstrument(
    {
      instrumentReference: instrument.providerReference,
      paymentMethod: payment.paymentMethod,
      amount: usage.amount,
      currency: session.currency,
      customerReference: session.paymentCustomerId,
      statementText: session.referenceText,
    },
    movementOf(usage),
  );
}

/** Captures what is authorised; of what was paid already, gives back what the usage does not need. */
async function collect(
  provider: PaymentProvider,
  { usage, payment, session }: LoadedUsage,
  reference: string,
): Promise<ProviderIntent> {
  if (payment.hold === 'AUTHORIZED') return provider.captureIntent(reference, usage.amount, usage.id);
  const rest = session.amount - usage.amount;
  return rest > 0
    ? provider.refundIntent(reference, rest, movementOf(usage))
    : provider.retrieveIntent(reference);
}

const movementOf = ({ id, createdAt }: LoadedUsage['usage']): Movement => ({ key: id, since: createdAt });

function requireReference(reference: string | null): string {
  if (reference === null) throw new Error('A usable payment has neither instrument nor intent.');
  return reference;
}
