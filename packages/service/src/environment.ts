import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneOf, readAll, readSettings, text, wholeNumber } from '@upc/server-kit/settings';
import { type TSchema, Type } from 'typebox';
import { readRetention, RETENTION } from './admin/retention/retention-periods.js';
import { type EnvironmentName, ENVIRONMENTS } from './core/environment-name.js';
import { TRUST_PROXY } from './core/http/trust-proxy.js';
import { ATTEMPT_LIMITS } from './modules/payments/attempts/attempt-limit-settings.js';
import { readStripeSettings, STRIPE_SETTINGS } from './modules/payments/providers/stripe/settings.js';
import { isSigningKey } from './modules/webhooks/signing-keys.js';

/** Known publicly, and worth nothing outside a test environment. */
const SIMULATOR_TEST_KEY = 'sk_test_simulator';
const A_SECRET = '32 random bytes or more in hex or base64 (openssl rand -base64 32)';

const NAME = {
  name: oneOf(
    'UPC_ENVIRONMENT',
    ENVIRONMENTS,
    'Required with DATABASE_URL. Test keys and the studio page exist only in test. Only live takes real money.',
  ),
};

const A_DATABASE = {
  isSecret: true,
  pattern: '^postgres(ql)?://',
  allowed: 'the address of a PostgreSQL server: postgres://user:password@host:5432/database',
};

const SETTINGS = {
  port: wholeNumber('PORT', 'Port to listen on. 0 selects a free port.', { default: 4010, maximum: 65_535 }),
  host: text('HOST', 'Address to listen on.', { default: '127.0.0.1' }),
  databaseUrl: Type.Optional(
    text(
      'DATABASE_URL',
      `The database, or a pooler in front of it, which may be in transaction mode. Required in live. Without it, the service
      uses an embedded database in UPC_DATA_DIR.`,
      A_DATABASE,
    ),
  ),
  databaseDirectUrl: Type.Optional(
    text(
      'DATABASE_DIRECT_URL',
      `The same database without the pooler, for migrations, backup and restore. Required if DATABASE_URL is a pooler in
      transaction mode. Without it, DATABASE_URL.`,
      A_DATABASE,
    ),
  ),
  databasePoolSize: wholeNumber(
    'DATABASE_POOL_SIZE',
    `Number of connections of each process to DATABASE_URL. Each process opens one more for health checks, and one to
    DATABASE_DIRECT_URL while it starts.`,
    { default: 10, minimum: 2, maximum: 1000 },
  ),
  databasePreparesStatements: oneOf(
    'DATABASE_PREPARED_STATEMENTS',
    ['on', 'off'],
    `off sends statements without names, so that nothing stays on a connection. Use it for poolers in transaction mode that
    do not support named prepared statements, such as PgBouncer before 1.21.`,
  ),
  dataFolder: folder(
    'UPC_DATA_DIR',
    'Folder of the embedded database and the generated secret. Without it, .data/service in the repository.',
  ),
  secret: Type.Optional(
    Type.Refine(
      text(
        'UPC_SECRET',
        `Protects tokens and encrypted data. Required except in test, where the service generates a secret and stores it in
        UPC_DATA_DIR.`,
        { isSecret: true, allowed: A_SECRET },
      ),
      isSecret,
    ),
  ),
  previousSecrets: list(
    'UPC_SECRET_PREVIOUS',
    'Earlier values of UPC_SECRET, newest first. The service reads data that they protect, but writes with UPC_SECRET only.',
    { isSecret: true, allowed: `a comma-separated list of secrets, each ${A_SECRET}` },
    isSecret,
  ),
  publicUrl: address(
    'UPC_PUBLIC_URL',
    'Address at which browsers reach the service. Without it, http://localhost:<port>. Required in live, where it must be https.',
  ),
  trustProxy: TRUST_PROXY,
  widgetFolder: folder(
    'UPC_WIDGET_DIR',
    'Folder of the built widget. Without it, dist/script in the repository.',
  ),
  widgetReleases: folder(
    'UPC_WIDGET_RELEASES_DIR',
    'Folder with a subfolder for each released version of the widget that pages may still load, and with second files of other builds during an update. All processes share it.',
  ),
  demoUrl: address('UPC_DEMO_URL', 'Address of the demo pages, to which the studio page links.'),
  additionalOrigins: list(
    'UPC_REGISTERED_ORIGINS',
    'Origins that every studio gets in addition to its own, separated by commas. Only in test.',
  ),
  webhookUrl: Type.Optional(
    text(
      'UPC_WEBHOOK_URL',
      `Address that receives the events of the demo studios, once the first key of each studio has confirmed its activation.
      Only in test. Must be an https address, or http on this machine.`,
    ),
  ),
  webhookKey: text('UPC_WEBHOOK_KEY', 'Sent with these events in the header x-api-key.', {
    isSecret: true,
    default: 'test-webhook-key',
  }),
  webhookSigningKey: Type.Refine(
    text('UPC_WEBHOOK_SIGNING_KEY', 'Signs these events.', {
      isSecret: true,
      default: 'whsec_dGVzdC1zaWduaW5nLWtleS1vZi10aGUtZGVtby1zdHVkaW8=',
      allowed: 'whsec_ and at least 24 bytes in base64',
    }),
    isSigningKey,
  ),
  simulatorUrl: address(
    'SIMULATOR_URL',
    'Address of the simulated provider. Without it, http://localhost:4020 in test and none in sandbox. Refused in live.',
  ),
  simulatorSecretKey: text(
    'SIMULATOR_SECRET_KEY',
    'Secret key of the simulated provider. In sandbox, it must differ from the default.',
    {
      isSecret: true,
      default: SIMULATOR_TEST_KEY,
    },
  ),
  simulatorPublicUrl: address(
    'SIMULATOR_PUBLIC_URL',
    'Address at which browsers reach the simulated provider, if it differs from SIMULATOR_URL.',
  ),
  metricsPort: Type.Optional(
    wholeNumber(
      'UPC_METRICS_PORT',
      'Port on HOST at which Prometheus reads /metrics. Without it, there are no metrics. Do not expose this port to the public.',
      { maximum: 65_535 },
    ),
  ),
  drainSeconds: wholeNumber(
    'UPC_DRAIN_SECONDS',
    `Seconds for which the service still accepts requests after a signal to stop, while /health/ready returns 503. Use the time
    that your load balancer needs to notice.`,
    { default: 0, maximum: 300 },
  ),
  logLevel: oneOf(
    'LOG_LEVEL',
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    'Logs messages of this level and of more severe levels. silent logs nothing.',
    'info',
  ),
};

/** All settings, as help and docs/settings.md list them. */
export const ALL_SETTINGS: readonly TSchema[] = [
  ...Object.values<TSchema>({ ...NAME, ...SETTINGS }),
  ...STRIPE_SETTINGS,
  ...Object.values<TSchema>({ ...ATTEMPT_LIMITS, ...RETENTION }),
];

export type Environment = ReturnType<typeof readEnvironment>;

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Reads the environment.
 *
 * @throws Error with a line for each invalid variable: its name, the given value (unless it is secret) and what is
 * allowed.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv) {
  // The name is read first, because the other allowed values depend on it.
  const { name } = readSettings(NAME, variables);
  const { settings, ...groups } = readAll({
    settings: () => readSettings(SETTINGS, variables),
    stripe: () => readStripeSettings(variables, name),
    attemptLimits: () => readSettings(ATTEMPT_LIMITS, variables),
    retention: () => readRetention(variables),
    rules: () => requireRules(variables, name),
  });
  const { simulatorUrl, simulatorPublicUrl, simulatorSecretKey, dataFolder, widgetFolder, ...others } =
    settings;
  const { databaseUrl, databaseDirectUrl, databasePoolSize, databasePreparesStatements, ...rest } = others;
  const url = simulatorUrl ?? (name === 'test' ? 'http://localhost:4020' : null);
  return {
    name,
    ...rest,
    ...groups,
    dataFolder: dataFolder ?? path.join(REPOSITORY, '.data/service'),
    widgetFolder: widgetFolder ?? path.join(REPOSITORY, 'dist/script'),
    database:
      databaseUrl === null
        ? null
        : {
            url: databaseUrl,
            directUrl: databaseDirectUrl ?? databaseUrl,
            poolSize: databasePoolSize,
            preparesStatements: databasePreparesStatements === 'on',
          },
    simulator: url === null ? null : { url, publicUrl: simulatorPublicUrl, secretKey: simulatorSecretKey },
  };
}

/**
 * Checks the rules by which the environment or one variable requires another.
 *
 * @throws Error with a line for each broken rule.
 */
function requireRules(variables: NodeJS.ProcessEnv, name: EnvironmentName): void {
  const { UPC_SECRET: secret, DATABASE_URL: databaseUrl, UPC_PUBLIC_URL: publicUrl = '' } = variables;
  const { SIMULATOR_URL: simulatorUrl, SIMULATOR_SECRET_KEY: simulatorKey = '' } = variables;
  const faults: string[] = [];
  const refuse = (isBroken: unknown, text: string) => isBroken && faults.push(text);
  const isTest = name === 'test';
  const needs = `when UPC_ENVIRONMENT is ${name}`;
  refuse(!isTest && !secret, `UPC_SECRET is required ${needs}.`);
  refuse(
    isTest && !secret && variables.UPC_SECRET_PREVIOUS,
    'UPC_SECRET_PREVIOUS is for what an earlier UPC_SECRET has made; UPC_SECRET is missing.',
  );
  refuse(
    databaseUrl && !variables.UPC_ENVIRONMENT,
    `UPC_ENVIRONMENT is required when DATABASE_URL is set; allowed is one of ${ENVIRONMENTS.join(', ')}. test fills the database with demo ` +
      'studios and published keys.',
  );
  refuse(
    !databaseUrl && variables.DATABASE_DIRECT_URL,
    'DATABASE_DIRECT_URL is for DATABASE_URL, which is missing.',
  );
  refuse(
    !isTest && variables.UPC_REGISTERED_ORIGINS,
    'UPC_REGISTERED_ORIGINS is for UPC_ENVIRONMENT=test; elsewhere origins belong to a studio.',
  );
  refuse(
    !isTest && variables.UPC_WEBHOOK_URL,
    'UPC_WEBHOOK_URL is for UPC_ENVIRONMENT=test; elsewhere receivers belong to a key.',
  );
  refuse(
    name === 'sandbox' && simulatorUrl && ['', SIMULATOR_TEST_KEY].includes(simulatorKey),
    'SIMULATOR_SECRET_KEY is required with SIMULATOR_URL, and another one than that of tests.',
  );
  if (name === 'live') {
    refuse(
      !isPublic(publicUrl),
      `UPC_PUBLIC_URL is "${publicUrl}"; ${needs}, it must be the https address under which browsers reach the service.`,
    );
    refuse(!databaseUrl, `DATABASE_URL is required ${needs}: the address of a PostgreSQL server.`);
    refuse(
      !Object.keys(variables).some((each) => each.startsWith('STRIPE_SECRET_KEY') && variables[each]),
      `STRIPE_SECRET_KEY is required ${needs}, or that of a studio: nothing else takes payments.`,
    );
    refuse(simulatorUrl, `SIMULATOR_URL must not be set ${needs}: no money would move.`);
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

function isPublic(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, hostname } = new URL(given);
  return protocol === 'https:' && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}

function isSecret(given: string): boolean {
  const encoding = /^[\da-f]+$/i.test(given) ? 'hex' : 'base64';
  const bytes = Buffer.from(given, encoding);
  return (
    bytes.length >= 32 && bytes.toString(encoding) === (encoding === 'hex' ? given.toLowerCase() : given)
  );
}

function folder(variable: string, description: string) {
  return Type.Optional(Type.Decode(text(variable, description), (given) => path.resolve(given)));
}

function address(variable: string, description: string) {
  const isAddress = (given: string) => URL.canParse(given) && /^https?:/.test(given);
  const schema = text(variable, description, { allowed: 'an address such as http://localhost:5173' });
  return Type.Optional(Type.Decode(Type.Refine(schema, isAddress), (given) => given.replace(/\/$/, '')));
}

function list(variable: string, description: string, options = {}, isAllowed = (_: string) => true) {
  const parts = (given: string) => given.split(',').flatMap((part) => part.trim() || []);
  const schema = text(variable, description, { default: '', ...options });
  return Type.Decode(
    Type.Refine(schema, (given) => parts(given).every(isAllowed)),
    parts,
  );
}

/** Returns the secret of a test installation, which is generated once and readable only by its owner. */
export async function keptSecret(dataFolder: string): Promise<string> {
  const file = path.join(dataFolder, 'secret');
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
}
