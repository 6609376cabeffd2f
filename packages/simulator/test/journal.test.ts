import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entry } from '../src/ledger/events.js';
import { Journal } from '../src/ledger/journal.js';
import { Ledger } from '../src/ledger/ledger.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upc-journal-'));
  path = join(folder, 'journal.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const now = new Date('2026-11-20T10:00:00.000Z');
const created = (intent: string): Entry => ({
  at: now.toISOString(),
  events: [
    {
      type: 'intent.created',
      intent,
      account: 'pk_test_one',
      mode: 'payment',
      paymentMethod: 'CREDIT_CARD',
      amount: 1000,
      currency: 'EUR',
      captureMethod: 'manual',
      saveInstrument: false,
      customer: 'customer-ä',
      statementText: 'Fees',
    },
  ],
  request: { scope: 'pk_test_one', key: `create-${intent}`, hash: 'hash' },
});
const approved = (intent: string): Entry => ({
  at: now.toISOString(),
  events: [
    {
      type: 'intent.approved',
      intent,
      instrument: {
        id: `ins_${intent}`,
        paymentMethod: 'CREDIT_CARD',
        reusable: false,
        fingerprint: 'f',
        onCharge: 'approved',
      },
    },
  ],
});
const captured = (intent: string, amount: number): Entry => ({
  at: now.toISOString(),
  events: [{ type: 'intent.captured', intent, amount }],
});

/** Reopens the journal, and returns the ledger of the folder and its number of entries. */
function reopen(): { rows: unknown; entries: number } {
  const { journal, entries } = Journal.open(folder);
  journal.close();
  const ledger = new Ledger(folder);
  const rows = ledger.rows(now);
  ledger.close();
  return { rows, entries: entries.length };
}

describe('the journal', () => {
  it('cut off at any byte, gives exactly what was whole, and takes the next entry', async () => {
    const entries = [created('int_1'), approved('int_1'), created('int_2'), captured('int_1', 400)];
    const ledger = new Ledger(folder);
    const states: unknown[] = [ledger.rows(now)];
    for (const entry of entries) {
      ledger.record(entry);
      states.push(ledger.rows(now));
    }
    ledger.close();
    const whole = await readFile(path);
    const lines = [...whole.entries()].filter(([, byte]) => byte === 10).map(([at]) => at);
    for (let bytes = whole.length; bytes >= 0; bytes -= 1) {
      await writeFile(path, whole.subarray(0, bytes));
      const kept = lines.filter((end) => end < bytes).length;
      expect(reopen()).toEqual({ rows: states[kept], entries: kept });
    }
    const after = new Ledger(folder);
    after.record(created('int_3'));
    after.close();
    expect(reopen().entries).toBe(1);
  });

  it('drops a last line that is no JSON, and keeps what is written after it', async () => {
    const { journal } = Journal.open(folder);
    journal.append(created('int_1'));
    journal.close();
    await appendFile(path, '\u0000\u0000\u0000\n');
    const ledger = new Ledger(folder);
    ledger.record(created('int_2'));
    ledger.close();
    expect(reopen().entries).toBe(2);
  });

  it('refuses to start on a damaged line before the last, and changes nothing', async () => {
    const { journal } = Journal.open(folder);
    for (const id of ['int_1', 'int_2', 'int_3']) journal.append(created(id));
    journal.close();
    const text = await readFile(path, 'utf8');
    const damaged = text.replace('int_2', 'int"2');
    await writeFile(path, damaged);
    expect(() => new Ledger(folder)).toThrow(/journal\.jsonl: line 2 is damaged/);
    expect(await readFile(path, 'utf8')).toBe(damaged);
  });

  it('refuses events that cannot follow each other', async () => {
    const { journal } = Journal.open(folder);
    journal.append(captured('int_1', 1));
    journal.close();
    expect(() => new Ledger(folder)).toThrow('intent.captured of unknown intent int_1');
    await truncate(path);
    const ledger = new Ledger(folder);
    ledger.record(created('int_1'));
    ledger.close();
    await appendFile(path, `${JSON.stringify(created('int_1'))}\n`);
    expect(() => new Ledger(folder)).toThrow('created twice');
  });
});

describe('the books', () => {
  it.each([
    ['authorised', [], { status: 'authorized', authorized: 1000, captured: 0, cancelled: 0 }],
    [
      'captured in part: the rest is released',
      [captured('int_1', 400)],
      { status: 'succeeded', authorized: 1000, captured: 400, cancelled: 600 },
    ],
    [
      'cancelled',
      [{ at: now.toISOString(), events: [{ type: 'intent.cancelled', intent: 'int_1' }] }],
      { status: 'cancelled', authorized: 1000, captured: 0, cancelled: 1000 },
    ],
    [
      'refunded in two parts',
      [
        captured('int_1', 1000),
        { at: now.toISOString(), events: [{ type: 'intent.refunded', intent: 'int_1', amount: 300 }] },
        { at: now.toISOString(), events: [{ type: 'intent.refunded', intent: 'int_1', amount: 200 }] },
      ],
      { status: 'succeeded', captured: 1000, refunded: 500, cancelled: 0 },
    ],
  ] as [string, Entry[], object][])('%s', (_, more, row) => {
    const ledger = new Ledger(folder);
    for (const entry of [created('int_1'), approved('int_1'), ...more]) ledger.record(entry);
    expect(ledger.rows(now)).toMatchObject([row]);
    ledger.close();
    expect(reopen().rows).toMatchObject([row]);
  });
});
