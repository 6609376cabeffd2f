import { addTerm, type CalendarDate, dayAfter, type Term } from '../../../core/calendar.js';
import type { BonusPeriod } from '../offers/offer.js';
import type { Voucher } from '../vouchers/voucher.js';
import type { OngoingFee, ScheduledFee } from './contract-details.js';
import { type Contract, signedTerm } from './contracts.js';

/** The signed terms in the contract's own time, as if no idle period ever moved it. */
export interface SignedTerms {
  readonly startDate: CalendarDate;
  /** The last day of the initial runtime. */
  readonly endDate: CalendarDate;
  readonly schedule: readonly ScheduledFee[];
  readonly voucher: Voucher | null;
  readonly cancelationStrategy: 'TERM' | 'RECEIPT_DATE';
  /**
   * The notice for the end of the initial runtime; several terms add up. If empty, notice can be given until the last
   * day.
   */
  readonly notice: readonly Term[];
  /** null if the contract ends automatically. */
  readonly extension: SignedExtension | null;
  /** The day beyond which nothing extends the contract, because it was cancelled or replaced by another. */
  readonly finalEndDate: CalendarDate | null;
}

interface SignedExtension {
  readonly term: Term;
  /**
   * The day from which the extension's terms are counted: the day after the initial runtime, or after a free period
   * that follows it.
   */
  readonly paidFrom: CalendarDate;
  /** The day before which fees are waived. */
  readonly waivedUntil: CalendarDate;
  readonly notice: readonly Term[];
  /** The notice for the first extension only; it may be longer. */
  readonly firstNotice: readonly Term[];
  readonly fees: readonly OngoingFee[];
}

/** Returns the signed terms of a stored contract. */
export function signedTermsOf(contract: Contract): SignedTerms {
  const { startDate, finalEndDate, details } = contract;
  const { schedule, voucher = null, signedEndDate: endDate } = details;
  const term = signedTerm(contract);
  const bonusPeriods = bonusPeriodsOf(contract);
  const own = term.cancelationPeriod ? [term.cancelationPeriod] : [];
  const initial = bonusPeriods.filter(({ termStrategy }) => termStrategy !== 'START_OF_NEXT_TERM');
  return {
    startDate,
    endDate,
    schedule,
    voucher,
    cancelationStrategy: term.cancelationStrategy,
    notice: [...own, ...extending(initial)],
    extension: extensionOf(contract, bonusPeriods, own),
    finalEndDate,
  };
}

function extensionOf(
  contract: Contract,
  bonusPeriods: readonly BonusPeriod[],
  ownNotice: readonly Term[],
): SignedExtension | null {
  const { details } = contract;
  const { extension } = signedTerm(contract);
  if (extension.type === 'NONE') return null;
  const next = bonusPeriods.filter(({ termStrategy }) => termStrategy === 'START_OF_NEXT_TERM');
  const start = dayAfter(details.signedEndDate);
  const free = next.filter(({ runtimeExtensionType }) => runtimeExtensionType === 'WITH_EXTENSION');
  const waived = next.filter(({ runtimeExtensionType }) => runtimeExtensionType === 'WITHOUT_EXTENSION');
  const after = (from: CalendarDate, bonuses: readonly BonusPeriod[]) =>
    bonuses.reduce((date, bonus) => addTerm(date, bonus.term), from);
  const paidFrom = after(start, free);
  const notice = extension.cancelationPeriod ? [extension.cancelationPeriod] : ownNotice;
  return {
    term: extension.term,
    paidFrom,
    waivedUntil: after(paidFrom, waived),
    notice,
    firstNotice: [...notice, ...extending(next)],
    // A free period before the extension interrupts the payment rhythm, which restarts after it.
    fees: details.ongoingFees.map((fee) => (paidFrom === start ? fee : { ...fee, from: paidFrom })),
  };
}

/** Returns the terms by which bonus periods lengthen the notice. */
function extending(bonusPeriods: readonly BonusPeriod[]): Term[] {
  return bonusPeriods.filter((bonus) => bonus.extendsCancellationPeriod).map(({ term }) => term);
}

/** Returns the bonus periods that a contract was signed with: those of its term, and that of its voucher. */
export function bonusPeriodsOf(contract: Contract): BonusPeriod[] {
  return [...signedTerm(contract).bonusPeriods, ...voucherBonus(contract.details.voucher ?? null)];
}

function voucherBonus(voucher: Voucher | null): BonusPeriod[] {
  const discount =
    voucher?.type === 'DISCOUNT' ? voucher : voucher?.type === 'COMPANY_FEE_SPLIT' ? voucher.discount : null;
  return discount?.bonusPeriod ? [discount.bonusPeriod] : [];
}
