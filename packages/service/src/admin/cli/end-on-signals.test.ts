import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { endOnSignals } from './end-on-signals.js';

/** Fakes a service that receives signals; its `close` lasts until the test ends it. */
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
  if (exits.length > 0) expect(service.words()).toContain('Ended immediately');
  else {
    await service.finish('done');
    expect(service.exits).toEqual([0]);
  }
});

test('explains what a second Ctrl-C does, and exits with 1 if closing fails', async () => {
  const service = runningService();
  service.send('SIGINT', 0);
  expect(service.words()).toBe('Finishing work in progress. Press Ctrl-C again to end immediately.\n');
  await service.finish('failed');
  expect(service.exits).toEqual([1]);
});
