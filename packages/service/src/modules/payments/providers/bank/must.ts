import { StaffError } from '../../../../core/errors/staff-error.js';

/** @throws StaffError when a condition is not met, so that a bank would refuse the file. */
export function must(isMet: boolean, problem: string): asserts isMet {
  if (!isMet) throw new StaffError(`The bank would refuse the file. ${problem}`);
}

/** @throws StaffError naming the first reference that is used twice. */
export function mustBeUnique(references: readonly string[]): void {
  const seen = new Set<string>();
  for (const reference of references) {
    must(!seen.has(reference), `The reference "${reference}" is used twice.`);
    seen.add(reference);
  }
}
