import { and, eq } from 'drizzle-orm';
import type { CalendarDate } from '../../../../core/calendar.js';
import type { Context } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import type { ConfirmIntent } from '../provider.js';
import { SEALED_BANK_PAYER } from './bank.stored.js';
import { bankMandates } from './bank.tables.js';

export interface GivenMandate extends Pick<
  NonNullable<ConfirmIntent['mandate']>,
  'reference' | 'paymentType'
> {
  readonly details: ConfirmIntent['details'];
  readonly signedOn: CalendarDate;
}

/**
 * Makes a mandate valid as the payer has given it.
 *
 * @returns false when it was given before, or has ended.
 */
export async function giveMandate(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  tx: Database,
  id: string,
  { details, ...given }: GivenMandate,
): Promise<boolean> {
  const changed = await tx
    .update(bankMandates)
    .set({
      ...given,
      status: 'ACTIVE',
      payerEncrypted: SEALED_BANK_PAYER.seal(keys, id, details),
      updatedAt: clock.now(),
    })
    .where(and(eq(bankMandates.id, id), eq(bankMandates.status, 'NEW')))
    .returning({ id: bankMandates.id });
  return changed.length > 0;
}
