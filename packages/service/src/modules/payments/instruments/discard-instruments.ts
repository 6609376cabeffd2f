import { and, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.js';
import { paymentInstruments } from './instruments.tables.js';

/**
 * Discards all instruments of the given persons permanently, so that they can no longer be used and their details are
 * erased. The jobs then have the providers forget them.
 *
 * @returns the number of instruments changed.
 */
export async function discardInstruments(tx: Database, personIds: readonly string[]): Promise<number> {
  const discarded = await tx
    .update(paymentInstruments)
    .set({
      status: 'DISCARDED',
      details: {},
      expiryNoticeOn: null,
      detachStatus: sql`coalesce(${paymentInstruments.detachStatus}, 'DUE')`,
    })
    .where(
      and(
        inArray(paymentInstruments.paymentCustomerId, [...personIds]),
        or(
          ne(paymentInstruments.status, 'DISCARDED'),
          isNull(paymentInstruments.detachStatus),
          sql`${paymentInstruments.details} - '$v' <> '{}'`,
        ),
      ),
    )
    .returning({ one: sql`1` });
  return discarded.length;
}
