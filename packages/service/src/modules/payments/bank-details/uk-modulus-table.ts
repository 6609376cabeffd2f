import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One check for a range of sort codes. A range has one or two checks, in file order. */
export interface ModulusRow {
  /** First and last sort code of the range, 6 digits each. */
  readonly start: string;
  readonly end: string;
  readonly method: 'MOD10' | 'MOD11' | 'DBLAL';
  /** Weights for the sort code's 6 digits and the account number's 8 digits. */
  readonly weights: readonly number[];
  /** Number of the exception, 1 to 14, or 0 for none. */
  readonly exception: number;
}

/** The modulus check tables as published by Pay.UK: `valacdos` and `scsubtab`. */
export interface ModulusTable {
  readonly rows: readonly ModulusRow[];
  /** Sort codes that exception 5 replaces with another one for the check. */
  readonly substitutes: ReadonlyMap<string, string>;
}

const ROW = /^\d{6} \d{6} (MOD10|MOD11|DBLAL)( -?\d{1,3}){14}( ([1-9]|1[0-4]))?$/;
const SUBSTITUTE = /^\d{6} \d{6}$/;

/**
 * Reads both tables. An operator may replace the files with newer ones.
 *
 * @throws Error naming file and line of a fault.
 */
export function readModulusTable(): ModulusTable {
  return {
    rows: parseRows(...read('valacdos.txt')),
    substitutes: parseSubstitutes(...read('scsubtab.txt')),
  };
}

/**
 * Parses the weight table.
 *
 * @throws Error naming file and line of a fault.
 */
export function parseRows(text: string, file: string): ModulusRow[] {
  const allowed = 'two sort codes, MOD10, MOD11 or DBLAL, 14 weights and, if any, an exception from 1 to 14';
  return parseLines(text, file, ROW, allowed).map(([start = '', end = '', method, ...numbers]) => ({
    start,
    end,
    method: method as ModulusRow['method'],
    weights: numbers.slice(0, 14).map(Number),
    exception: Number(numbers[14] ?? 0),
  }));
}

/**
 * Parses the substitution table.
 *
 * @throws Error naming file and line of a fault.
 */
export function parseSubstitutes(text: string, file: string): Map<string, string> {
  const pairs = parseLines(text, file, SUBSTITUTE, 'two sort codes of six digits');
  return new Map(pairs.map(([original = '', substitute = '']) => [original, substitute]));
}

function read(name: string): [text: string, file: string] {
  const file = fileURLToPath(new URL(`./data/${name}`, import.meta.url));
  return [readFileSync(file, 'utf8'), file];
}

/** Returns the fields of each non-empty line. */
function parseLines(text: string, file: string, form: RegExp, allowed: string): string[][] {
  const lines = text.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
  const wrong = lines.findIndex((line) => line !== '' && !form.test(line));
  if (wrong >= 0) throw new Error(`${file}:${wrong + 1} is "${lines[wrong]}"; a line has ${allowed}.`);
  const filled = lines.filter(Boolean);
  if (filled.length === 0) throw new Error(`${file}:1 is empty; a line has ${allowed}.`);
  return filled.map((line) => line.split(' '));
}
