import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock, settle } from '../testing/manual-clock.js';
import { LaterFile } from './later-file.js';

type Outcome = 'runs' | 'fails';

interface Script {
  src: string;
  onload?: () => void;
  onerror?: () => void;
  remove: () => void;
}

const file = (clock: ManualClock): LaterFile =>
  new LaterFile({
    firstUrl: 'https://pay.example/widget/widget.js?1',
    nonce: 'n',
    name: 'widget-later-1.js',
    integrity: 'sha384-A',
    shared: () => ({ word: 'shared' }),
    clock,
  });

let added: Script[];
let refreshed: string[];
let isOnPage: Set<Script>;
let outcomes: Outcome[];
let later: LaterFile;
let clock: ManualClock;

beforeEach(() => {
  added = [];
  refreshed = [];
  isOnPage = new Set();
  outcomes = [];
  clock = new ManualClock();
  later = file(clock);
  vi.stubGlobal('fetch', async (address: string, { cache }: RequestInit) => {
    refreshed.push(`${cache} ${address}`);
    throw new TypeError('offline');
  });
  vi.stubGlobal('document', {
    createElement: (): Script => {
      const script = { src: '', remove: () => isOnPage.delete(script) };
      return script;
    },
    head: {
      append: (script: Script) => {
        added.push(script);
        isOnPage.add(script);
        queueMicrotask(() => {
          if (outcomes.shift() === 'fails') script.onerror?.();
          else {
            later.receive((shared) => ({ got: shared }));
            script.onload?.();
          }
        });
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('it loads once, from beside the first file, with its hash and the nonce', async () => {
  const [one, two] = await Promise.all([later.load(), later.load()]);
  expect(one).toEqual({ got: { word: 'shared' } });
  expect(two).toBe(one);
  expect(await later.load()).toBe(one);
  expect(added).toMatchObject([
    {
      src: 'https://pay.example/widget/widget-later-1.js',
      integrity: 'sha384-A',
      crossOrigin: 'anonymous',
      nonce: 'n',
    },
  ]);
  expect(isOnPage.size).toBe(0);
  expect(refreshed).toEqual([]);
});

test('it tries three times, with longer and longer pauses, and again at the next call', async () => {
  outcomes = ['fails', 'fails', 'fails', 'runs'];
  const failed = expect(later.load()).rejects.toThrow(/widget-later-1\.js could not be loaded/);
  const counts: number[] = [];
  for (const pause of [0, 499, 1, 1999, 1]) {
    await clock.advance(pause);
    counts.push(added.length);
  }
  expect(counts).toEqual([1, 1, 2, 2, 3]);
  await failed;
  // The browser's cache may hold a wrong copy.
  expect(refreshed).toEqual(Array(2).fill('reload https://pay.example/widget/widget-later-1.js'));
  expect(await later.load()).toEqual({ got: { word: 'shared' } });
  expect(isOnPage.size).toBe(0);
});

test('under Trusted Types one policy serves all attempts, and lets only this address through', async () => {
  const policies: ((address: string) => unknown)[] = [];
  vi.stubGlobal('trustedTypes', {
    createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => {
      expect(name).toBe('upc-widget');
      policies.push((address) => rules.createScriptURL(address));
      return { createScriptURL: (address: string) => `trusted:${rules.createScriptURL(address)}` };
    },
  });
  outcomes = ['fails', 'runs'];
  const loading = later.load();
  await settle();
  await clock.advance(500);
  await loading;
  expect(added.map(({ src }) => src)).toEqual(
    Array(2).fill('trusted:https://pay.example/widget/widget-later-1.js'),
  );
  expect(policies).toHaveLength(1);
  for (const address of ['https://pay.example/widget/widget.js', 'https://evil.example/widget-later-1.js'])
    expect(() => policies[0]?.(address)).toThrow(TypeError);
});
