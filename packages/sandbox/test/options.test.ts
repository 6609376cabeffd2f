import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOptions, requireTest } from '../src/options.js';

const here = path.resolve('somewhere');

describe('the options', () => {
  test('are those of the documentation when none is given', () => {
    expect(readOptions([], here)).toEqual({
      port: 4010,
      dataFolder: path.join(here, '.upc-sandbox'),
      webhookUrl: null,
      wantsHelp: false,
    });
  });

  test('name a port, a folder, seen from where the command was typed, and a receiver', () => {
    const given = ['--port', '5000', '--data', 'kept', '--webhook-url=http://localhost:3000/events'];
    expect(readOptions(given, here)).toEqual({
      port: 5000,
      dataFolder: path.join(here, 'kept'),
      webhookUrl: 'http://localhost:3000/events',
      wantsHelp: false,
    });
  });

  test.each(['-1', '65516', 'http', '40.5', ''])('say which ports there are: %j', (port) => {
    expect(() => readOptions([`--port=${port}`], here)).toThrow(
      `--port is "${port}"; it must be a whole number from 0 to 65515.`,
    );
  });

  test.each(['localhost:3000/events', 'https://name:canary@partner.example/events'])(
    'want a receiver that the service takes, and say which: %j',
    (url) => {
      const read = () => readOptions([`--webhook-url=${url}`], here);
      expect(read).toThrow(
        '--webhook-url must be an address of https, or of http on this machine, without a password, such as http://localhost:3000/events.',
      );
      expect(read).not.toThrow('canary');
    },
  );

  test('are not guessed', () => {
    expect(() => readOptions(['--prot', '5000'], here)).toThrow('--prot');
    expect(() => readOptions(['5000'], here)).toThrow('5000');
  });
});

describe('the environment', () => {
  test.each([undefined, '', 'test'])('may be test or nothing: %j', (name) => {
    expect(() => requireTest({ UPC_ENVIRONMENT: name })).not.toThrow();
  });

  test.each(['sandbox', 'live'])('is refused as %s: the keys of a sandbox are known to everybody', (name) => {
    expect(() => requireTest({ UPC_ENVIRONMENT: name })).toThrow(`UPC_ENVIRONMENT is "${name}"`);
  });
});
