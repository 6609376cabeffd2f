import { chosenEntries, type Entry, reasonToSkip } from '../../scripts/matrix/entries.mjs';
import type { Tarball } from '../../scripts/matrix/example.mjs';

/** The plan that `scripts/matrix.mjs` has prepared. */
interface Plan {
  /** Outside the clone; each example gets a folder of its own in it. */
  readonly folder: string;
  readonly tarball: Tarball;
  /** Names of the entries; none stands for all. */
  readonly only: readonly string[];
}

/** @throws when the tests were not started by that program. */
export function plan(): Plan {
  const given = process.env.UPC_MATRIX;
  if (given === undefined) throw new Error('Nothing is packed: start this by `node scripts/matrix.mjs`.');
  return JSON.parse(given) as Plan;
}

/** Entries of a kind that this run tries and this Node can. */
export function entriesOf<Kind extends Entry['kind']>(kind: Kind): readonly Extract<Entry, { kind: Kind }>[] {
  return chosenEntries(plan().only).filter(
    (entry): entry is Extract<Entry, { kind: Kind }> =>
      entry.kind === kind && reasonToSkip(entry) === undefined,
  );
}
