import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The weights for a range of sort codes. */
export interface WeightRow {
  /** First and last sort code of the range, as numbers. */
  readonly start: number;
  readonly end: number;
  readonly mod: string;
  readonly exception: number | null;
  /** The weights of the sort code's digits (u to z) and of the account number's (a to h). */
  readonly [position: string]: number | string | null;
}

/** A sort code that is checked as another one (exception 5). */
export interface Substitute {
  readonly original: number;
  readonly substitute: number;
}

/** The tables of the modulus check, as Pay.UK publishes them: `valacdos` and `scsubtab`. */
export interface ModulusTable {
  readonly weights: readonly WeightRow[];
  readonly substitutes: readonly Substitute[];
}

export const WEIGHTS_FILE = fileURLToPath(new URL('./data/uk-modulus-weights.txt', import.meta.url));
export const SUBSTITUTES_FILE = fileURLToPath(
  new URL('./data/uk-sort-code-substitutes.txt', import.meta.url),
);

/** The rule's names of the digits of sort code and account number. */
export const POSITIONS = Array.from('uvwxyzabcdefgh');
const WEIGHTS_LINE = /^\d{6}\s+\d{6}\s+(MOD10|MOD11|DBLAL)(\s+-?\d+){14}(\s+\d+)?$/;
const SUBSTITUTE_LINE = /^\d{6}\s+\d{6}$/;

/** The tables kept in the repository; they are data, replaced by `renew-uk-modulus-table`. */
export function readModulusTable(): ModulusTable {
  return {
    weights: parseWeights(readFileSync(WEIGHTS_FILE, 'utf8')),
    substitutes: parseSubstitutes(readFileSync(SUBSTITUTES_FILE, 'utf8')),
  };
}

/** @throws Error naming the line that is none of such a table. */
export function parseWeights(text: string): WeightRow[] {
  return linesOf(text, WEIGHTS_LINE).map((line) => {
    const [start, end, mod = '', ...rest] = line.split(/\s+/);
    const weights = POSITIONS.map((position, index) => [position, Number(rest[index])] as const);
    const exception = rest[POSITIONS.length];
    return {
      start: Number(start),
      end: Number(end),
      mod,
      ...Object.fromEntries(weights),
      exception: exception === undefined ? null : Number(exception),
    };
  });
}

/** @throws Error naming the line that is none of such a table. */
export function parseSubstitutes(text: string): Substitute[] {
  return linesOf(text, SUBSTITUTE_LINE).map((line) => {
    const [original, substitute] = line.split(/\s+/);
    return { original: Number(original), substitute: Number(substitute) };
  });
}

function linesOf(text: string, form: RegExp): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const wrong = lines.findIndex((line) => line !== '' && !form.test(line));
  if (wrong >= 0) throw new Error(`Line ${wrong + 1} of the modulus table is not as published.`);
  const filled = lines.filter(Boolean);
  if (filled.length === 0) throw new Error('The modulus table is empty.');
  return filled;
}
