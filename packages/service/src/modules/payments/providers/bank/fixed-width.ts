import { Temporal } from 'temporal-polyfill';

import type { CalendarDate } from '../../../../core/calendar.js';
import { StaffError } from '../../../../core/errors/staff-error.js';
import { BankFileError } from './bank-file-error.js';

/*
 * Files of records that all have the same number of characters. The first character of a record is its type.
 */

/** Positions of a field from 1, both included, as the tables of formats count them. */
interface Field {
  readonly from: number;
  readonly to: number;
  /** NUMBER: digits that follow zeros. LEFT: a text that blanks follow. RIGHT: a text that follows blanks. */
  readonly kind: 'NUMBER' | 'LEFT' | 'RIGHT';
  /** What every record of the kind has there. */
  readonly constant?: string;
}

interface Constant extends Field {
  readonly constant: string;
}

/** Fields of a record in their order. Positions without a field are reserved and blank. */
export type Layout = Readonly<Record<string, Field>>;

export const number = (from: number, to = from): Field => ({ from, to, kind: 'NUMBER' });
export const text = (from: number, to = from): Field => ({ from, to, kind: 'LEFT' });
export const rightText = (from: number, to = from): Field => ({ from, to, kind: 'RIGHT' });
export const constant = (from: number, value: string): Constant => ({
  from,
  to: from + value.length - 1,
  kind: 'LEFT',
  constant: value,
});

/** Values of a record's fields, except those that are constant. */
type Values<L extends Layout> = {
  readonly [K in keyof L as L[K] extends Constant ? never : K]: string | number;
};

/** Fields that were read, and the line of their record. Texts are without the blanks that fill them up. */
export type Read<L extends Layout> = { readonly [K in keyof L]: string } & Pick<Row, 'line'>;

/** A record of a file. */
interface Row {
  /** Number of the record in the file, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Makes a function that writes records. It throws a StaffError when a value is longer than its field. */
export const recordWriter =
  (size: number) =>
  <L extends Layout>(layout: L, values: Values<L>): string => {
    const given: Readonly<Record<string, string | number>> = values;
    let record = '';
    for (const [name, { from, to, kind, constant: fixed }] of Object.entries(layout)) {
      const length = to - from + 1;
      const value = String(fixed ?? given[name]);
      if (value.length > length) {
        throw new StaffError(
          `The field "${wordsOf(name)}" has at most ${length} characters, not ${value.length}.`,
        );
      }
      record =
        record.padEnd(from - 1) +
        (kind === 'LEFT' ? value.padEnd(length) : value.padStart(length, kind === 'NUMBER' ? '0' : ' '));
    }
    return record.padEnd(size);
  };

/**
 * Reads the fields of a record.
 *
 * @throws BankFileError when a field contains what it must not. The message does not repeat it.
 */
function readRecord<L extends Layout>(layout: L, { line, text: record }: Row): Read<L> {
  const read = Object.entries(layout).map(([name, { from, to, kind, constant: fixed }]) => {
    const value = record.slice(from - 1, to);
    if (fixed !== undefined && value !== fixed) {
      throw new BankFileError(`The ${wordsOf(name)} is not ${fixed}.`, line);
    }
    if (kind === 'NUMBER' && !/^\d+$/.test(value)) {
      throw new BankFileError(`The ${wordsOf(name)} must consist of digits.`, line);
    }
    return [name, kind === 'RIGHT' ? value.trim() : value.trimEnd()];
  });
  return { ...(Object.fromEntries(read) as { [K in keyof L]: string }), line };
}

/** Turns `entryHash` into "entry hash". */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}

/** Bytes of the largest file that is read. */
const MAX_SIZE = 50 * 1024 * 1024;

/** Splits a file into records. They may also follow each other without line ends. */
export function rowsIn(size: number, content: Uint8Array): readonly Row[] {
  if (content.length > MAX_SIZE) {
    throw new BankFileError(`The file has ${content.length} bytes; at most ${MAX_SIZE} are read.`);
  }
  const file = Buffer.from(content)
    .toString('latin1')
    .replace(/[\r\n]+$/, '');
  if (file.trim() === '') throw new BankFileError('The file is empty.');
  const texts = file.includes('\n')
    ? file.split(/\r?\n/)
    : Array.from({ length: Math.ceil(file.length / size) }, (_, at) =>
        file.slice(at * size, (at + 1) * size),
      );
  return texts.map((each, at) => {
    const line = at + 1;
    if (!/^[ -~]*$/.test(each)) {
      throw new BankFileError('The record contains a character that is not printable ASCII.', line);
    }
    if (each.length !== size) {
      throw new BankFileError(`The record has ${each.length} characters, not ${size}.`, line);
    }
    return { line, text: each };
  });
}

/** Takes records of a file one after the other. */
export interface Reader {
  /** Returns the type of the next record; '' at the end of the file. */
  nextType(): string;

  /**
   * Reads the next record.
   *
   * @param types of which the record must be one; the first is that of the layout.
   */
  take<L extends Layout>(layout: L, ...types: readonly string[]): Read<L>;
}

export function readerOf(rows: readonly Row[]): Reader {
  let at = 0;
  return {
    nextType: () => rows[at]?.text.charAt(0) ?? '',
    take(layout, ...types) {
      const row = rows[at];
      const expected = `a record of type ${types.join(' or ')}`;
      if (!row) throw new BankFileError(`The file is truncated: ${expected} must follow.`, rows.length);
      if (!row.text.startsWith(types[0] ?? '')) {
        throw new BankFileError(
          `The record has the type ${row.text.charAt(0)}; expected is ${expected}.`,
          row.line,
        );
      }
      at += 1;
      return readRecord(layout, row);
    },
  };
}

/** Reads a date with two digits of the year, which are first or last. */
export function readDate(
  digits: string,
  order: 'YYMMDD' | 'DDMMYY',
  { name, line }: { readonly name: string; readonly line: number },
): CalendarDate {
  const [first, month, last] = digits.match(/../g) ?? [];
  const [year, day] = order === 'YYMMDD' ? [first, last] : [last, first];
  try {
    return Temporal.PlainDate.from(`20${year}-${month}-${day}`).toString();
  } catch {
    throw new BankFileError(`The ${name} is "${digits}", which is not a date.`, line);
  }
}
