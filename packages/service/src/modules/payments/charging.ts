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

/** Where the money of a charge comes from. */
export type Source =
  /** A stored instrument is charged without the person. */
  | { readonly kind: 'INSTRUMENT'; readonly charge: ChargeInstrument }
  /** An amount is authorised at the provider, and `amount` minor units of it are captured. */
  | { readonly kind: 'AUTHORIZED'; readonly reference: string; readonly amount: number }
  /** All was paid at once, and `excess` minor units of it are given back. */
  | { readonly kind: 'PAID'; readonly reference: string; readonly excess: number }
  /** Nothing is to be paid. */
  | { readonly kind: 'NOTHING' };

/** A reserved charge: of a usage, of a usage that is part of a sale, or of a payment run. */
export interface ProviderCharge {
  readonly of: 'usage' | 'sale' | 'charge';
  readonly studio: Studio;
  readonly provider: ProviderName | null;
  /** The id of the usage or charge is its idempotency key. */
  readonly movement: Movement;
  readonly source: Source;
  /** What is recorded when the provider does not say what became of it. */
  readonly unknown: Omit<Event, 'kind' | 'studioId'>;
}

/** What became of a charge. `reference` is the provider's; null where there was nothing to do. */
export type ProviderChargeOutcome =
  | { readonly kind: 'TAKEN'; readonly reference: string | null }
  | {
      readonly kind: 'DECLINED';
      readonly code: DeclineCode;
      readonly reference: string | null;
      /** What was authorised or paid is gone; a refused charge leaves the instrument. */
      readonly tokenIsGone: boolean;
    }
  | { readonly kind: 'UNKNOWN' };

/**
 * Has the provider take the money of a reserved charge, the only step that does. It can be called again and again, and from
 * several places at once, because the provider makes a movement once. A debit that is only pending is taken; whether it comes
 * back is asked later (`checkReturn`). Where the outcome is unknown this is recorded, and the charge has to stay reserved: it is
 * neither called failed nor made a second time.
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
    // Nobody is there to confirm an off-session charge: a provider that asks for confirmation has declined it.
    const code = failure?.code ?? (status === 'ACTION_REQUIRED' ? 'AUTHENTICATION_FAILED' : 'DECLINED');
    // A refused capture leaves what is still authorised.
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
 * Records that the outcome of a call that moves money is unknown. Where asking again may not settle it, alerts the operators
 * once.
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
  // The text in brackets may differ from one try to the next.
  const isOfIt = like(events.detail, `${error.key}: ${error.message.split(' (')[0]}%`);
  const isSame = and(eq(events.studioId, studioId), eq(events.kind, kind), isOfIt);
  if ((await db.$count(events, isSame)) > 0) return;
  await recordEvent(context, db, { ...silence, kind, detail });
  context.alert({ kind, studioId, traceId, detail });
}
