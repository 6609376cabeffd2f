/**
 * Faults with money that can be found in the end:
 *
 * - `doubled`: charged or booked more than once, or created more than once although it was requested once.
 * - `lost`: kept by the provider and not booked, booked and not kept, or answered with 200 but missing.
 * - `wrong`: amounts or states that disagree, or a response that a later state contradicts.
 * - `stuck`: a hold, payment, usage, sale, release, session or event that is not final although everything was calm and
 * the jobs had their time.
 */
export type FindingKind = 'doubled' | 'lost' | 'wrong' | 'stuck';

export interface Finding {
  readonly kind: FindingKind;
  /** Description in one sentence, with ids and without personal data. */
  readonly what: string;
}

/** Findings of one rule. */
export type Found = Generator<Finding>;

export const FINDING_KINDS = ['doubled', 'lost', 'wrong', 'stuck'] as const satisfies readonly FindingKind[];
