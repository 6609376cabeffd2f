import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOptions, requireTest } from '../src/options.js';

const here = path.resolve('somewhere');

describe('the options', () => {
  test('have the documented defaults', () => {
    expect(readOptions([], here)).toEqual({
      port: 4010,
      dataFolder: path.join(here, '.upc-sandbox'),
      webhookUrl: null,
      wantsHelp: false,
    });
  });

  test('set a port, a folder relative to the current one, and a receiver', () => {
    const given = ['--port', '5000', '--data', 'kept', '--webhook-url=http://localhost:3000/events'];
    expect(readOptions(given, here)).toEqual({
      port: 5000,
      dataFolder: path.join(here, 'kept'),
      webhookUrl: 'http://localhost:3000/events',
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
