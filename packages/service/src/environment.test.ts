import { describeSettings } from '@upc/server-kit/settings';
import { describe, expect, test } from 'vitest';
import { withSecretFiles } from './core/secrets/secret-files.js';
import { ALL_SETTINGS, readEnvironment } from './environment.js';

const LIVE = {
  UPC_ENVIRONMENT: 'live',
  UPC_SECRET: 'YSBzZWNyZXQgb2YgYSBsaXZlIGVudmlyb25tZW50Li4=',
  UPC_PUBLIC_URL: 'https://pay.example',
  DATABASE_URL: 'postgres://db.example/upc',
  STRIPE_SECRET_KEY: 'sk_live_canary',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_public',
};
const TEST_STRIPE = { STRIPE_SECRET_KEY: 'sk_test_canary', STRIPE_PUBLISHABLE_KEY: 'pk_test_public' };

describe('the environment', () => {
  test('live has no simulated provider, sandbox the one that is named', () => {
    expect(readEnvironment(LIVE)).toMatchObject({ name: 'live', simulator: null });
    const sandbox = { ...LIVE, UPC_ENVIRONMENT: 'sandbox', ...TEST_STRIPE };
    expect(readEnvironment(sandbox)).toMatchObject({ simulator: null });
    const [SIMULATOR_URL, SIMULATOR_SECRET_KEY] = ['https://simulator.example', 'sk_test_own'];
    expect(readEnvironment({ ...sandbox, SIMULATOR_URL, SIMULATOR_SECRET_KEY })).toMatchObject({
      simulator: { url: SIMULATOR_URL, publicUrl: null, secretKey: SIMULATOR_SECRET_KEY },
    });
    const SIMULATOR_PUBLIC_URL = 'http://localhost:4020';
    expect(
      readEnvironment({ ...sandbox, SIMULATOR_URL, SIMULATOR_SECRET_KEY, SIMULATOR_PUBLIC_URL }),
    ).toMatchObject({ simulator: { url: SIMULATOR_URL, publicUrl: SIMULATOR_PUBLIC_URL } });
  });

  test.each([
    [{ PORT: 'x' }, 'PORT is "x"'],
    [{ PORT: '70000' }, 'PORT is "70000"'],
    [{ UPC_METRICS_PORT: 'x' }, 'UPC_METRICS_PORT is "x"; allowed is a whole number from 0 to 65535'],
    [{ UPC_DRAIN_SECONDS: '301' }, 'UPC_DRAIN_SECONDS is "301"; allowed is a whole number from 0 to 300'],
    [{ UPC_ENVIRONMENT: 'prod' }, 'UPC_ENVIRONMENT is "prod"; allowed is one of test, sandbox, live'],
    [{ UPC_ENVIRONMENT: 'live' }, 'UPC_SECRET is required'],
    [{ UPC_SECRET: 'canary' }, 'UPC_SECRET is not 32 random bytes or more'],
    [{ UPC_SECRET: 'canary-canary-canary-canary-canary-canary-canary' }, 'openssl rand -base64 32'],
    [{ UPC_SECRET: Buffer.alloc(31, 'canary').toString('base64') }, 'UPC_SECRET is not'],
    [{ UPC_SECRET: 'ab'.repeat(31) }, 'UPC_SECRET is not'],
    [
      { UPC_SECRET: LIVE.UPC_SECRET, UPC_SECRET_PREVIOUS: `${LIVE.UPC_SECRET},canary` },
      'UPC_SECRET_PREVIOUS is not',
    ],
    [{ UPC_SECRET_PREVIOUS: LIVE.UPC_SECRET }, 'UPC_SECRET is missing'],
    [{ DATABASE_URL: 'postgres://canary@localhost/upc' }, 'UPC_ENVIRONMENT is required'],
    [{ DATABASE_DIRECT_URL: 'postgres://canary@localhost/upc' }, 'DATABASE_URL, which is missing'],
    [
      { ...LIVE, DATABASE_DIRECT_URL: 'canary' },
      'DATABASE_DIRECT_URL is not the address of a PostgreSQL server',
    ],
    [
      { UPC_ENVIRONMENT: 'test', DATABASE_URL: 'canary' },
      'DATABASE_URL is not the address of a PostgreSQL server: postgres://',
    ],
    [
      {
        UPC_ENVIRONMENT: 'live',
        UPC_SECRET: 'YSBzZWNyZXQgb2YgYSBsaXZlIGVudmlyb25tZW50Li4=',
        UPC_REGISTERED_ORIGINS: 'http://x',
      },
      'for UPC_ENVIRONMENT=test',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"'],
    [{ UPC_PUBLIC_URL: 'pay.example' }, 'UPC_PUBLIC_URL is "pay.example"'],
    [
      { UPC_WEBHOOK_URL: 'http://localhost', UPC_WEBHOOK_SIGNING_KEY: 'canary' },
      'UPC_WEBHOOK_SIGNING_KEY is not whsec_',
    ],
    [{ ...LIVE, UPC_PUBLIC_URL: '' }, 'UPC_PUBLIC_URL is ""'],
    [{ ...LIVE, UPC_PUBLIC_URL: 'http://pay.example' }, 'UPC_PUBLIC_URL is "http://pay.example"'],
    [{ ...LIVE, UPC_PUBLIC_URL: 'https://localhost:4010' }, 'UPC_PUBLIC_URL is "https://localhost:4010"'],
    [{ ...LIVE, DATABASE_URL: '' }, 'DATABASE_URL is required when UPC_ENVIRONMENT is live'],
    [{ ...LIVE, STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '' }, 'STRIPE_SECRET_KEY is required'],
    [{ ...LIVE, SIMULATOR_URL: 'https://simulator.example' }, 'SIMULATOR_URL must not be set'],
    [
      { ...LIVE, UPC_ENVIRONMENT: 'sandbox', ...TEST_STRIPE, SIMULATOR_URL: 'https://s.example' },
      'SIMULATOR_SECRET_KEY is',
    ],
  ])('%j is refused', (variables, problem) => {
    expect(() => readEnvironment(variables)).toThrow(problem);
    expect(() => readEnvironment(variables)).not.toThrow('canary');
  });

  test('everything that is wrong is told at once, a line each', () => {
    const variables = {
      ...LIVE,
      PORT: 'x',
      LOG_LEVEL: 'loud',
      UPC_KEEP_EVENTS_DAYS: '0',
      UPC_SECRET: 'canary',
    };
    const wrong = {
      ...variables,
      STRIPE_SECRET_KEY: 'canary',
      STRIPE_SECRET_KEY_SOUTH: 'canary',
      DATABASE_URL: '',
    };
    expect(() => readEnvironment(wrong)).toThrow(
      [
        'PORT is "x"; allowed is a whole number from 0 to 65535.',
        'UPC_SECRET is not 32 random bytes or more in hex or base64 (openssl rand -base64 32).',
        'LOG_LEVEL is "loud"; allowed is one of fatal, error, warn, info, debug, silent.',
        'STRIPE_SECRET_KEY is not a key for this UPC_ENVIRONMENT: sk_test_… or rk_test_…, ' +
          'but sk_live_… or rk_live_… in live.',
        'STRIPE_SECRET_KEY_SOUTH is not a key for this UPC_ENVIRONMENT: sk_test_… or rk_test_…, ' +
          'but sk_live_… or rk_live_… in live.',
        'STRIPE_PUBLISHABLE_KEY_SOUTH is required.',
        'UPC_KEEP_EVENTS_DAYS is "0"; allowed is a whole number from 1 to 1000000.',
        'DATABASE_URL is required when UPC_ENVIRONMENT is live: the address of a PostgreSQL server.',
      ].join('\n'),
    );
  });

  test('a database has an address of its own for migrations if one is set', () => {
    const { DATABASE_URL: url } = LIVE;
    expect(readEnvironment(LIVE).database).toEqual({
      url,
      directUrl: url,
      poolSize: 10,
      preparesStatements: true,
    });
    const behindPooler = {
      ...LIVE,
      DATABASE_DIRECT_URL: 'postgres://direct.example/upc',
      DATABASE_POOL_SIZE: '5',
      DATABASE_PREPARED_STATEMENTS: 'off',
    };
    expect(readEnvironment(behindPooler).database).toEqual({
      url,
      directUrl: 'postgres://direct.example/upc',
      poolSize: 5,
      preparesStatements: false,
    });
  });

  test.each([
    ['base64', Buffer.alloc(32, 1).toString('base64')],
    ['longer base64', Buffer.alloc(48, 1).toString('base64')],
    ['hex', 'ab'.repeat(32)],
    ['hex in capitals', 'AB'.repeat(32)],
  ])('a secret of 32 bytes in %s is taken', (_, UPC_SECRET) => {
    expect(
      readEnvironment({ UPC_SECRET, UPC_SECRET_PREVIOUS: `${UPC_SECRET},${LIVE.UPC_SECRET}` }),
    ).toMatchObject({
      secret: UPC_SECRET,
      previousSecrets: [UPC_SECRET, LIVE.UPC_SECRET],
    });
  });

  test('has a default for everything in a test environment', () => {
    expect(readEnvironment({})).toMatchObject({
      name: 'test',
      port: 4010,
      host: '127.0.0.1',
      database: null,
    });
  });

  test('each setting that may be in a file is read from one', () => {
    const files = describeSettings(ALL_SETTINGS).flatMap(
      ([, , text]) => /\w+_FILE(?= can name a file)/.exec(text) ?? [],
    );
    expect(files).toContain('UPC_SECRET_FILE');
    for (const variable of files) {
      expect(() => withSecretFiles({ [variable]: '/nowhere' }, () => undefined)).toThrow('cannot be read');
    }
  });
});
