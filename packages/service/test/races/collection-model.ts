import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Debtor } from './collection-scene.js';

/*
 * This is a model of updates according to the specification, calculated without the service: the account that follows
 * from the last totals, and what a closure lifts. Amounts are in cents.
 */

/** Cumulative totals: paid, reduced, written off. */
type Totals = readonly [number, number, number];

const CLOSURES = {
  POSITIVE: { writesOff: false, liftsRestriction: true, endsGrant: true },
  'POSITIVE, the rest written off': { writesOff: true, liftsRestriction: true, endsGrant: true },
  'NEGATIVE, the rest written off': { writesOff: true, liftsRestriction: true, endsGrant: true },
  REVERSAL: { writesOff: false, liftsRestriction: false, endsGrant: true },
  REJECTION: { writesOff: false, liftsRestriction: false, endsGrant: false },
} as const;
type End = keyof typeof CLOSURES;
const ENDS = Object.keys(CLOSURES) as End[];

/** Reported state of a case. */
interface ReportedCase {
  /** Totals of each debt, in percent. */
  readonly shares: readonly Totals[];
  readonly end: End | null;
}

/** Reports of a partner, one for each case; null if the case is not named. */
export type ReportedCases = readonly (ReportedCase | null)[];

const shares = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(fc.nat(33), fc.nat(33), fc.nat(33)) },
  { weight: 1, arbitrary: fc.constantFrom<Totals>([0, 0, 0], [100, 0, 0], [0, 0, 100], [50, 25, 25]) },
);
const end = fc.option(fc.constantFrom(...ENDS), { freq: 3 });

/**
 * Generates reports for the cases of a debtor.
 * @param debts number of debts of each case
 */
export function reportedCases(debts: readonly number[]): fc.Arbitrary<ReportedCases> {
  const reported = debts.map((count) =>
    fc.option(fc.record({ shares: fc.array(shares, { minLength: count, maxLength: count }), end }), {
      freq: 3,
    }),
  );
  return fc.tuple(...reported).filter((cases) => cases.some((one) => one !== null));
}

/** Returns the body of an update, which stays the same however often it is sent. */
export function bodyOf({ customerId, cases }: Debtor, reported: ReportedCases): object {
  const agencyCollectionCases = cases.flatMap(({ id, debts }, index) => {
    const one = reported[index];
    if (!one) return [];
    return {
      agencyCollectionCaseId: `agency-${id}`,
      collectionCaseIds: [id],
      ...(one.end !== null && { closure: closureOf(one.end) }),
      debts: debts.map((debt, place) => {
        const [paid, reduced, writeOff] = totalsOf(debt.original, one.shares[place]);
        return {
          debtId: debt.id,
          originalAmount: debt.original / 100,
          paidAmount: paid / 100,
          reducedAmount: reduced / 100,
          writeOffAmount: writeOff / 100,
          currency: 'EUR',
        };
      }),
    };
  });
  return { requestId: randomUUID(), debtors: [{ debtorId: String(customerId), agencyCollectionCases }] };
}

function closureOf(kind: End): object {
  const [type] = kind.split(',');
  return {
    type,
    date: '2026-11-20',
    ...(CLOSURES[kind].writesOff && { options: [{ key: 'WRITE_OFF_REMAINING_DEBTS', value: '' }] }),
    ...(type === 'REJECTION' && { rejectionReason: 'POSTAL_DELIVERY_NOT_POSSIBLE' }),
  };
}

function totalsOf(original: number, [paid, reduced, writeOff]: Totals = [0, 0, 0]): Totals {
  const of = (percent: number) => Math.floor((original * percent) / 100);
  return [of(paid), of(reduced), of(writeOff)];
}

export interface State {
  readonly cases: readonly { readonly end: End | null; readonly debts: readonly Totals[] }[];
  readonly isRestricted: boolean;
  readonly isGranted: boolean;
}

/** Returns the state right after a collection run. */
export function handedOver({ cases }: Debtor): State {
  return {
    cases: cases.map(({ debts }) => ({ end: null, debts: debts.map(() => [0, 0, 0]) })),
    isRestricted: true,
    isGranted: true,
  };
}

export function after(state: State, { cases: known }: Debtor, reported: ReportedCases): State {
  const cases = state.cases.map((before, index) => {
    const one = reported[index];
    if (!one) return before;
    const debts = known[index]?.debts.map(({ original }, place): Totals => {
      const totals = totalsOf(original, one.shares[place]);
      const [, reduced, writeOff] = before.debts[place] ?? totals;
      // For a closed case, only payments count.
      return before.end === null ? totals : [totals[0], reduced, writeOff];
    });
    return { end: before.end ?? one.end, debts: debts ?? [] };
  });
  const ended = cases.flatMap((one, index) => (state.cases[index]?.end === null && one.end ? [one.end] : []));
  const isOpen = cases.some((one) => one.end === null);
  return {
    cases,
    isRestricted: state.isRestricted && (isOpen || !ended.some((kind) => CLOSURES[kind].liftsRestriction)),
    isGranted: state.isGranted && (isOpen || !ended.some((kind) => CLOSURES[kind].endsGrant)),
  };
}

/** Actual rows of a debtor. */
export interface Books {
  readonly cases: readonly {
    readonly end: string | null;
    readonly debts: readonly {
      readonly booked: Totals;
      readonly ofClaim: number;
      readonly isSettled: boolean;
    }[];
  }[];
  /** Total of all entries of the account, whatever created them. */
  readonly total: number;
  readonly isRestricted: boolean;
  readonly isGranted: boolean;
}

/** Returns the rows that a state should lead to. */
export function booksOf({ cases: ended, ...rest }: State, { cases: known }: Debtor): Books {
  const cases = ended.map(({ end: kind, debts }, index) => ({
    end: kind?.split(',')[0] ?? null,
    debts: debts.map(([paid, reducedBefore, reported], place) => {
      const original = known[index]?.debts[place]?.original ?? 0;
      const reduced = Math.min(reducedBefore, original - paid);
      const rest = original - paid - reduced;
      const writeOff = kind && CLOSURES[kind].writesOff ? rest : Math.min(reported, rest);
      const ofClaim = paid + reduced + writeOff;
      return { booked: [paid, reduced, writeOff] as const, ofClaim, isSettled: ofClaim === original };
    }),
  }));
  const total = cases.flatMap(({ debts }) => debts).reduce((sum, { ofClaim }) => sum + ofClaim, 0);
  return { cases, total, ...rest };
}
