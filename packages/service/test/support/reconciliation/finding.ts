/**
 * Faults with money that can be found in the end:
 *
 * - `doubled`: charged or booked more than once, or made more than once where it was asked for once.
 * - `lost`: kept by the provider and not booked, booked and not kept, or answered 200 and not there.
 * - `wrong`: amounts or states that disagree, or an answer that a later state contradicts.
 * - `stuck`: a hold, payment, usage, sale, release, session or event that is not final although everything was calm
 *   and the jobs had their time.
 */
export type FindingKind = 'doubled' | 'lost' | 'wrong' | 'stuck';

export interface Finding {
  readonly kind: FindingKind;
  /** In a sentence, with ids and without personal data. */
  readonly what: string;
}

/** A rule: everything that it finds. */
export type Found = Generator<Finding>;

export const FINDING_KINDS = ['doubled', 'lost', 'wrong', 'stuck'] as const satisfies readonly FindingKind[];
