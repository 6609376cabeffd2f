import { and, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.js';
import { paymentInstruments } from './instruments.tables.js';

/**
 * Discards all instruments of persons for good: nobody can pay with them or see their details. The jobs have the
 * providers forget them.
 *
 * @returns how many there were.
 */
export async function discardInstruments(tx: Database, personIds: readonly string[]): Promise<number> {
  const discarded = await tx
    .update(paymentInstruments)
    .set({
      status: 'DISCARDED',
      details: {},
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
