import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FAULTS, repeatingOptions } from '../src/faults.js';
import { readOptions, requireTest } from '../src/options.js';

const here = path.resolve('somewhere');

describe('the options', () => {
  test('have the documented defaults', () => {
    expect(readOptions([], here)).toEqual({
      port: 4010,
      dataFolder: path.join(here, '.upc-sandbox'),
      webhookUrl: null,
      faults: null,
      wantsHelp: false,
    });
  });

  test('set a port, a folder relative to the current one, and a receiver', () => {
    const given = ['--port', '5000', '--data', 'kept', '--webhook-url=http://localhost:3000/events'];
    expect(readOptions(given, here)).toEqual({
      port: 5000,
      dataFolder: path.join(here, 'kept'),
      webhookUrl: 'http://localhost:3000/events',
      faults: null,
      wantsHelp: false,
    });
  });

  test.each(['-1', '65516', 'http', '40.5', ''])('name the allowed ports: %j', (port) => {
    expect(() => readOptions([`--port=${port}`], here)).toThrow(
      `--port is "${port}"; it must be a whole number from 0 to 65515.`,
    );
  });

  test.each(['localhost:3000/events', 'https://name:canary@partner.example/events'])(
    'reject a receiver that the service does not accept, and name what is allowed: %j',
    (url) => {
      const read = () => readOptions([`--webhook-url=${url}`], here);
      expect(read).toThrow(
        '--webhook-url must be an https address, or an http address on this machine, without a password, such as http://localhost:3000/events.',
      );
      expect(read).not.toThrow('canary');
    },
  );

  test('choose faults, in one order, with a rate and a seed', () => {
    const given = ['--faults', '5xx, lost-answer', '--fault-rate', '0.25', '--fault-seed', '42'];
    expect(readOptions(given, here).faults).toEqual({ names: ['lost-answer', '5xx'], rate: 0.25, seed: 42 });
    const { faults } = readOptions(['--faults', 'all'], here);
    expect(faults).toMatchObject({ names: FAULTS, rate: 0.1 });
    expect(readOptions(repeatingOptions(faults!).split(' '), here).faults).toEqual(faults);
  });

  test.each([
    [
      ['--faults', '5xx,lost'],
      '--faults contains "lost"; it must be all, or some of lost-answer, 5xx, slow,',
    ],
    [['--faults', ''], '--faults contains ""'],
    [['--faults=all', '--fault-rate=1.1'], '--fault-rate is "1.1"; it must be a number from 0 to 1'],
    [['--faults=all', '--fault-rate=often'], '--fault-rate is "often"'],
    [
      ['--faults=all', '--fault-seed=-1'],
      '--fault-seed is "-1"; it must be a whole number from 0 to 4294967295.',
    ],
    [['--faults=all', '--fault-seed=4294967296'], '--fault-seed is "4294967296"'],
    [['--fault-rate=0.5'], '--fault-rate needs --faults, which names the faults: all, or lost-answer,'],
    [['--fault-seed=1'], '--fault-seed needs --faults'],
  ])('name what is wrong with faults and what is allowed: %j', (given, problem) => {
    expect(() => readOptions(given, here)).toThrow(problem);
  });

  test('must be exact', () => {
    expect(() => readOptions(['--prot', '5000'], here)).toThrow('--prot');
    expect(() => readOptions(['5000'], here)).toThrow('5000');
  });
});

describe('the environment', () => {
  test.each([undefined, '', 'test'])('may be test or unset: %j', (name) => {
    expect(() => requireTest({ UPC_ENVIRONMENT: name })).not.toThrow();
  });

  test.each(['sandbox', 'live'])('is rejected as %s, because the keys of a sandbox are published', (name) => {
    expect(() => requireTest({ UPC_ENVIRONMENT: name })).toThrow(`UPC_ENVIRONMENT is "${name}"`);
  });
});
