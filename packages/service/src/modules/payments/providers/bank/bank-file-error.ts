import { StaffError } from '../../../../core/errors/staff-error.js';

/** A file from a bank cannot be used, and nothing of it was booked. The message names the line. */
export class BankFileError extends StaffError {
  constructor(
    problem: string,
    /** Line of the file, from 1; null if the whole file is meant. */
    readonly line: number | null = null,
  ) {
    super(line === null ? problem : `Line ${line}: ${problem}`);
  }
}
