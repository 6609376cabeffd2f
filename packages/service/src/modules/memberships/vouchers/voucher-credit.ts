import { eq } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { accountTransactions } from '../../payments/account/account.tables.js';
import { bookPayment, restoreTransaction, reverseTransaction } from '../../payments/account/bookings.js';
import type { Studio } from '../../studios/studios.tables.js';
import { endsContract } from '../contracts/contract-details.js';
import type { Contract } from '../contracts/contracts.js';
import { contracts } from '../contracts/contracts.tables.js';

type Creditable = Pick<Contract, 'startDate' | 'finalEndDate' | 'cancelation' | 'withdrawnOn' | 'details'>;

/** Credit of a contract's voucher in minor units, and the day from which it belongs to the member. */
interface VoucherCredit {
  readonly amount: number;
  readonly from: CalendarDate;
}

/**
 * Returns the credit that a contract's voucher brings. It is a reward for keeping the contract, so there is none if the
 * contract ends before it starts, was withdrawn from, or is cancelled to a day before the end of its initial runtime.
 */
function voucherCredit({
  startDate: from,
  finalEndDate,
  cancelation,
  withdrawnOn,
  details: { voucher, signedEndDate },
}: Creditable): VoucherCredit | null {
  if (voucher?.type !== 'CREDIT' || voucher.credit === 0 || withdrawnOn !== null) return null;
  const end = finalEndDate ?? signedEndDate;
  const isKept = end >= from && (!endsContract(cancelation) || end >= signedEndDate);
  return isKept ? { amount: voucher.credit, from } : null;
}

/** Returns the future day on which the credit of a contract's voucher is to be booked; null if there is none. */
export function voucherCreditPending(contract: Contract, today: CalendarDate): CalendarDate | null {
  const from = voucherCredit(contract)?.from ?? null;
  return from !== null && from > today ? from : null;
}

/**
 * Brings the account in line with `voucherCredit`: books the credit once the contract has started. If the contract is
 * not kept, the credit is reversed, including any payments made from it; if that cancellation is withdrawn, the credit
 * is restored. A second call changes nothing. The person must be locked.
 */
export async function settleVoucherCredit(
  context: Context,
  tx: Database,
  {
    contract,
    studio,
    today,
  }: { readonly contract: Contract; readonly studio: Studio; readonly today: CalendarDate },
): Promise<void> {
  const { customerId, creditTransactionId } = contract;
  const credit = voucherCredit(contract);
  const isDue = credit !== null && credit.from <= today;
  const time = { today, bookedAt: context.clock.now() };
  if (creditTransactionId !== null) {
    // Retention deletes transactions that were paid long ago; their credit stays as it was.
    if ((await tx.$count(accountTransactions, eq(accountTransactions.id, creditTransactionId))) === 0) return;
    const change = isDue ? restoreTransaction : reverseTransaction;
    const claimIds = (await change(context, tx, creditTransactionId, time)) ?? [];
    await context.debtCollection.notifyOfClaims(context, tx, studio, claimIds);
    return;
  }
  if (!isDue) return;
  const { currency } = studio;
  const booking = { ...time, customerId, by: null, amount: credit.amount, currency, claimIds: [] };
  await tx
    .update(contracts)
    .set({ creditTransactionId: await bookPayment(context, tx, booking) })
    .where(eq(contracts.id, contract.id));
}
