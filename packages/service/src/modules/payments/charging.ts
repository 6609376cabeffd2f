import { and, eq, like } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { DeclineCode } from '../../core/errors/api-error.js';
import { type Event, recordEvent } from '../../core/events.js';
import { events } from '../../core/events.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import {
  type ChargeInstrument,
  type Movement,
  type PaymentProvider,
  type ProviderIntent,
  type ProviderName,
  ProviderRequestError,
  ProviderUnavailableError,
  ProviderUnclearError,
} from './providers/provider.js';

/** Source of a charge's money. */
export type Source =
  /** A stored instrument is charged while the person is absent. */
  | { readonly kind: 'INSTRUMENT'; readonly charge: ChargeInstrument }
  /** The provider has authorised an amount, of which `amount` minor units are captured. */
  | { readonly kind: 'AUTHORIZED'; readonly reference: string; readonly amount: number }
  /** The full amount was paid immediately, and `excess` minor units are refunded. */
  | { readonly kind: 'PAID'; readonly reference: string; readonly excess: number }
  /** Nothing is to be paid. */
  | { readonly kind: 'NOTHING' };

/** A reserved charge: for a usage, for a usage that is part of a sale, or for a payment run. */
export interface ProviderCharge {
  readonly of: 'usage' | 'sale' | 'charge';
  readonly studio: Studio;
  readonly provider: ProviderName | null;
  /** Its idempotency key is the id of the usage or charge. */
  readonly movement: Movement;
  readonly source: Source;
  /** Recorded when the provider does not report the outcome. */
  readonly unknown: Omit<Event, 'kind' | 'studioId'>;
}

/** The outcome of a charge. `reference` is the provider's, or null if there was nothing to do. */
export type ProviderChargeOutcome =
  | { readonly kind: 'TAKEN'; readonly reference: string | null }
  | {
      readonly kind: 'DECLINED';
      readonly code: DeclineCode;
      readonly reference: string | null;
      /**
       * Whether the token is lost because the authorised or paid money is gone. A refused charge leaves the instrument
       * usable.
       */
      readonly tokenIsGone: boolean;
    }
  | { readonly kind: 'UNKNOWN' };

/**
 * Has the provider take the money of a reserved charge; no other step takes money. It may be called repeatedly and
 * concurrently, because the provider makes each movement once. A pending debit counts as taken; `checkReturn` later
 * checks whether the bank returns it. An unknown outcome is recorded, and the charge must stay reserved: it is neither
 * treated as failed nor made again.
 */
export async function chargeAtProvider(
  context: Context,
  charge: ProviderCharge,
): Promise<ProviderChargeOutcome> {
  const outcome = await outcomeOf(context, charge);
  await context.step(`${charge.of}.provider-answered`);
  if (!(outcome instanceof ProviderUnavailableError)) return outcome;
  await recordUnknown(context, outcome, { ...charge.unknown, studioId: charge.studio.id });
  return { kind: 'UNKNOWN' };
}

async function outcomeOf(
  context: Context,
  { studio, provider, source, movement }: ProviderCharge,
): Promise<Exclude<ProviderChargeOutcome, { kind: 'UNKNOWN' }> | ProviderUnavailableError> {
  if (source.kind === 'NOTHING') return { kind: 'TAKEN', reference: null };
  const isInstrument = source.kind === 'INSTRUMENT';
  try {
    const intent = await ask(context.providers.named(studio, provider), source, movement);
    const { status, reference, failure } = intent;
    if (status === 'SUCCEEDED' || status === 'PROCESSING') return { kind: 'TAKEN', reference };
    // The person is absent during an off-session charge, so a request for confirmation counts as a decline.
    const code = failure?.code ?? (status === 'ACTION_REQUIRED' ? 'AUTHENTICATION_FAILED' : 'DECLINED');
    // If a capture is refused, the authorisation may still stand; the token can then be used again.
    return { kind: 'DECLINED', code, reference, tokenIsGone: !isInstrument && status !== 'AUTHORIZED' };
  } catch (error) {
    if (error instanceof ProviderUnavailableError) return error;
    if (!(error instanceof ProviderRequestError)) throw error;
    return { kind: 'DECLINED', code: 'PROCESSING_ERROR', reference: null, tokenIsGone: !isInstrument };
  }
}

function ask(
  provider: PaymentProvider,
  source: Exclude<Source, { kind: 'NOTHING' }>,
  movement: Movement,
): Promise<ProviderIntent> {
  switch (source.kind) {
    case 'INSTRUMENT':
      return provider.chargeInstrument(source.charge, movement);
    case 'AUTHORIZED':
      return provider.captureIntent(source.reference, source.amount, movement.key);
    case 'PAID':
      return source.excess > 0
        ? provider.refundIntent(source.reference, source.excess, movement)
        : provider.retrieveIntent(source.reference);
  }
}

/**
 * Records that the outcome of a call that moves money is unknown. If another query may not resolve it, operators are
 * alerted once.
 */
export async function recordUnknown(
  context: Context,
  error: ProviderUnavailableError,
  silence: Omit<Event, 'kind'> & { readonly studioId: number },
): Promise<void> {
  const { db } = context;
  if (!(error instanceof ProviderUnclearError)) {
    await recordEvent(context, db, { ...silence, kind: 'PROVIDER_SILENT' });
    return;
  }
  const { studioId, traceId } = silence;
  const kind = 'OUTCOME_UNCLEAR';
  const detail = `${error.key}: ${error.message}; nothing is repeated until that is clear`;
  // The text in parentheses may differ between attempts.
  const isOfIt = like(events.detail, `${error.key}: ${error.message.split(' (')[0]}%`);
  const isSame = and(eq(events.studioId, studioId), eq(events.kind, kind), isOfIt);
  if ((await db.$count(events, isSame)) > 0) return;
  await recordEvent(context, db, { ...silence, kind, detail });
  context.alert({ kind, studioId, traceId, detail });
}
