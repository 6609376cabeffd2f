import { and, eq, like } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import { type Event, recordEvent } from '../../../core/events.js';
import { events } from '../../../core/events.tables.js';
import { type ProviderUnavailableError, ProviderUnclearError } from '../providers/provider.js';

/**
 * Writes down that nobody knows yet what became of a call that moves money, and that it stays as it is. Where asking again
 * may not be enough, operators are told, once.
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
  // What stands in brackets may differ each time.
  const isOfIt = like(events.detail, `${error.key}: ${error.message.split(' (')[0]}%`);
  const isSame = and(eq(events.studioId, studioId), eq(events.kind, kind), isOfIt);
  if ((await db.$count(events, isSame)) > 0) return;
  await recordEvent(context, db, { ...silence, kind, detail });
  context.alert({ kind, studioId, traceId, detail });
}
