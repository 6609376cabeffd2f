import { chosenEntries, type Entry, reasonToSkip } from '../../scripts/matrix/entries.mjs';
import type { Tarball } from '../../scripts/matrix/example.mjs';

/** Plan that `scripts/matrix.mjs` has prepared. */
interface Plan {
  /** Path outside the clone; each example gets its own folder in it. */
  readonly folder: string;
  readonly tarballs: readonly Tarball[];
  /** Names of the entries to run; an empty list means all of them. */
  readonly only: readonly string[];
}

/** Returns the plan of this run. @throws if the tests were not started by `scripts/matrix.mjs`. */
export function plan(): Plan {
  const given = process.env.UPC_MATRIX;
  if (given === undefined) throw new Error('Nothing is packed: start this by `node scripts/matrix.mjs`.');
  return JSON.parse(given) as Plan;
}

/** Returns the entries of a kind that are chosen for this run and that this version of Node supports. */
export function entriesOf<Kind extends Entry['kind']>(kind: Kind): readonly Extract<Entry, { kind: Kind }>[] {
  return chosenEntries(plan().only).filter(
    (entry): entry is Extract<Entry, { kind: Kind }> =>
      entry.kind === kind && reasonToSkip(entry) === undefined,
  );
}
