import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { endOnSignals } from './end-on-signals.js';

/** A service that is told to end; `close` lasts until the test says that it is done. */
function runningService() {
  const signals = new EventEmitter();
  const exits: number[] = [];
  let [words, time, closed] = ['', 0, 0];
  let finish: { done: () => void; failed: (fault: Error) => void } = { done: () => {}, failed: () => {} };
  endOnSignals(
    {
      signals,
      exit: (code) => exits.push(code),
      printError: (text) => (words += text),
      now: () => time,
    },
    () => {
      closed += 1;
      return new Promise((done, failed) => (finish = { done, failed }));
    },
  );
  return {
    exits,
    words: () => words,
    closed: () => closed,
    send: (signal: string, at: number) => {
      time = at;
      signals.emit(signal);
    },
    finish: async (how: 'done' | 'failed') => {
      finish[how](new Error(how));
      await new Promise(setImmediate);
    },
  };
}

test.each([
  ['SIGTERM once', [['SIGTERM', 0]], []],
  [
    'SIGTERM again and again',
    [
      ['SIGTERM', 0],
      ['SIGTERM', 5000],
      ['SIGTERM', 9000],
    ],
    [],
  ],
  [
    'Ctrl-C that npm hands on',
    [
      ['SIGINT', 0],
      ['SIGINT', 400],
    ],
    [],
  ],
  [
    'Ctrl-C twice',
    [
      ['SIGINT', 0],
      ['SIGINT', 1001],
    ],
    [130],
  ],
  [
    'Ctrl-C while SIGTERM is followed',
    [
      ['SIGTERM', 0],
      ['SIGINT', 3000],
    ],
    [130],
  ],
] as const)('%s', async (_, sent, exits) => {
  // prettier-ignore
  const service = runningService();
  for (const [signal, at] of sent) service.send(signal, at);
  expect([service.exits, service.closed()]).toEqual([exits, 1]);
  if (exits.length > 0) expect(service.words()).toContain('Ended at once');
  else {
    await service.finish('done');
    expect(service.exits).toEqual([0]);
  }
});

test('says what a second Ctrl-C would do, and with 1 that it could not end well', async () => {
  const service = runningService();
  service.send('SIGINT', 0);
  expect(service.words()).toBe('Finishing what is under way. Press Ctrl-C again to end at once.\n');
  await service.finish('failed');
  expect(service.exits).toEqual([1]);
});
