import { eq } from 'drizzle-orm';
import type { Context } from '../context.js';
import { ProviderRequestError, ProviderUnavailableError } from '../ports/provider.js';
import { paymentCustomers, paymentInstruments, studios } from '../store/schema.js';
import { recordEvent } from './events.js';

/**
 * Has the provider forget an instrument that was removed. When the provider does not answer, or refuses, it stays due,
 * and the jobs try again.
 *
 * @returns whether nothing is due any more.
 */
export async function detachInstrument(context: Context, id: string, traceId: string): Promise<boolean> {
  const [found] = await context.db
    .select({ instrument: paymentInstruments, studio: studios })
    .from(paymentInstruments)
    .innerJoin(paymentCustomers, eq(paymentCustomers.id, paymentInstruments.paymentCustomerId))
    .innerJoin(studios, eq(studios.id, paymentCustomers.studioId))
    .where(eq(paymentInstruments.id, id));
  if (found?.instrument.detachStatus !== 'DUE') return true;
  const { instrument, studio } = found;
  try {
    await context.providers
      .named(studio, instrument.provider)
      .detachInstrument(instrument.providerReference, `${id}:detach`);
  } catch (error) {
    const about = { traceId, studioId: studio.id };
    if (error instanceof ProviderUnavailableError) {
      const detail = 'no answer when an instrument was to be forgotten; it will be tried again';
      await recordEvent(context, context.db, { kind: 'PROVIDER_SILENT', detail, ...about });
      return false;
    }
    if (!(error instanceof ProviderRequestError)) throw error;
    const detail = `${error.code} when an instrument was to be forgotten; it will be tried again`;
    await recordEvent(context, context.db, { kind: 'PROVIDER_REFUSED', detail, ...about });
    return false;
  }
  await context.db
    .update(paymentInstruments)
    .set({ detachStatus: 'DONE' })
    .where(eq(paymentInstruments.id, id));
  return true;
}
