import type { Day } from './bank-days.js';
import { FormatError } from './bank-format.js';

/** Goes through the records of a file in their order. The first character of a record is its type. */
export class Records {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  get count(): number {
    return this.#lines.length;
  }

  isNext(type: string): boolean {
    return this.#lines[this.#at]?.startsWith(type) ?? false;
  }

  next(type: string): FixedRecord {
    if (!this.isNext(type)) this.fail(`a record of type ${type} is expected`);
    this.#at += 1;
    return new FixedRecord(this.#lines[this.#at - 1] ?? '', this.#at);
  }

  /** Returns the records that follow. */
  rest(): readonly string[] {
    return this.#lines.slice(this.#at);
  }

  /** @throws FormatError about the next record. */
  fail(fault: string): never {
    return new FixedRecord('', this.#at + 1).fail(fault);
  }

  afterFirst(): string {
    return this.#lines.slice(1).join('\n');
  }
}

/** Splits a file into records that all have the same number of characters. */
export function recordsOf(content: string, length: number): Records {
  const lines = content.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    const record = new FixedRecord(line, at + 1);
    if (!/^[\x20-\x7E]*$/.test(line)) record.fail('only printable ASCII characters are allowed');
    if (line.length !== length) record.fail(`it has ${line.length} characters instead of ${length}`);
  }
  return new Records(lines);
}

/** One record. Positions count from 1 and include the last, as in the tables of formats. */
export class FixedRecord {
  readonly #line: string;
  readonly #number: number;

  constructor(line: string, number: number) {
    this.#line = line;
    this.#number = number;
  }

  fail(fault: string, reason?: string): never {
    throw new FormatError(`Record ${this.#number}: ${fault}.`, reason);
  }

  text(from: number, to: number): string {
    return this.#line.slice(from - 1, to);
  }

  matching(from: number, to: number, pattern: RegExp, name: string): string {
    const text = this.text(from, to);
    return pattern.test(text) ? text : this.fail(`the ${name} is wrong (positions ${from} to ${to})`);
  }

  digits(from: number, to: number, name: string): string {
    return this.matching(from, to, /^\d+$/, name);
  }

  /** Returns a text with something in it. */
  filled(from: number, to: number, name: string): string {
    return this.matching(from, to, /\S/, name);
  }

  exactly(from: number, to: number, expected: string, name: string): void {
    if (this.text(from, to) !== expected) this.fail(`the ${name} is wrong (positions ${from} to ${to})`);
  }

  blank(from: number, to: number): void {
    this.matching(from, to, /^ +$/, 'reserved field');
  }

  day(from: number, to: number, name: string, order: 'YYMMDD' | 'DDMMYY'): Day {
    const digits = this.digits(from, to, name);
    const day = digits.replace(/^(..)(..)(..)$/, order === 'YYMMDD' ? '20$1-$2-$3' : '20$3-$2-$1');
    const date = new Date(`${day}T00:00:00Z`);
    const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
    return isDay ? day : this.fail(`the ${name} is no day (positions ${from} to ${to})`);
  }

  total(from: number, to: number, expected: number, name: string): void {
    if (Number(this.digits(from, to, name)) !== expected) {
      this.fail(`the ${name} does not match the records before (positions ${from} to ${to})`, 'AM10');
    }
  }
}
