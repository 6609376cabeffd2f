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

/** Worth nothing outside of a test environment, where everybody may know it. */
const SIMULATOR_TEST_KEY = 'sk_test_simulator';
const A_SECRET = '32 random bytes or more in hex or base64 (openssl rand -base64 32)';

const NAME = {
  name: oneOf(
    'UPC_ENVIRONMENT',
    ENVIRONMENTS,
    'Required with DATABASE_URL. Test keys and the studio page exist in test only; only live takes real money.',
  ),
};

const SETTINGS = {
  port: wholeNumber('PORT', 'Port to listen on; 0 takes a free one.', { default: 4010, maximum: 65_535 }),
  host: text('HOST', 'Address to listen on.', { default: '127.0.0.1' }),
  databaseUrl: Type.Optional(
    text('DATABASE_URL', 'The database; required in live. Without it, an embedded one is in UPC_DATA_DIR.', {
      isSecret: true,
      pattern: '^postgres(ql)?://',
      allowed: 'the address of a PostgreSQL server: postgres://user:password@host:5432/database',
    }),
  ),
  dataFolder: folder(
    'UPC_DATA_DIR',
    'Folder of the embedded database and the generated secret; without it, .data/service of the repository.',
  ),
  secret: Type.Optional(
    Type.Refine(
      text(
        'UPC_SECRET',
        `What tokens and encryption depend on. Required unless UPC_ENVIRONMENT is test, where one is generated and kept in
        UPC_DATA_DIR.`,
        { isSecret: true, allowed: A_SECRET },
      ),
      isSecret,
    ),
  ),
  previousSecrets: list(
    'UPC_SECRET_PREVIOUS',
    'Earlier values of UPC_SECRET, newest first: what they have made is still read, everything new is made with UPC_SECRET.',
    { isSecret: true, allowed: `a list, separated by commas, of ${A_SECRET}` },
    isSecret,
  ),
  publicUrl: address(
    'UPC_PUBLIC_URL',
    'Address under which browsers reach the service; without it, http://localhost:<port>. Required in live, and https there.',
  ),
  trustProxy: TRUST_PROXY,
  widgetFolder: folder(
    'UPC_WIDGET_DIR',
    'Folder of the built widget; without it, dist/script of the repository.',
  ),
  widgetReleases: folder(
    'UPC_WIDGET_RELEASES_DIR',
    'Folder with a folder for each released version of the widget, which pages may still name.',
  ),
  demoUrl: address('UPC_DEMO_URL', 'Where the pages of the demo are, which the studio page links to.'),
  additionalOrigins: list(
    'UPC_REGISTERED_ORIGINS',
    'Origins that every studio gets beside its own, separated by commas; test only.',
  ),
  webhookUrl: Type.Optional(
    text(
      'UPC_WEBHOOK_URL',
      `Where events of the demo studios are sent, of each once its first key has confirmed its activation; test only. An https
      address, or http on this machine.`,
    ),
  ),
  webhookKey: text('UPC_WEBHOOK_KEY', 'Sent with these events as x-api-key.', {
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
    'The simulated provider; without it, http://localhost:4020 in test and none in sandbox. Never in live.',
  ),
  simulatorSecretKey: text('SIMULATOR_SECRET_KEY', 'Its secret key; another one is required in sandbox.', {
    isSecret: true,
    default: SIMULATOR_TEST_KEY,
  }),
  simulatorPublicUrl: address(
    'SIMULATOR_PUBLIC_URL',
    'How browsers reach it, where that is another address than SIMULATOR_URL.',
  ),
  metricsPort: Type.Optional(
    wholeNumber(
      'UPC_METRICS_PORT',
      'Port of HOST on which Prometheus reads /metrics; without it, nobody does. Keep the public from it.',
      { maximum: 65_535 },
    ),
  ),
  drainSeconds: wholeNumber(
    'UPC_DRAIN_SECONDS',
    `How long the service still takes requests when it is told to end, while /health/ready says that it will not: the time a
    load balancer needs to notice.`,
    { default: 0, maximum: 300 },
  ),
  logLevel: oneOf(
    'LOG_LEVEL',
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    'Lines of this level and of those before it are logged.',
    'info',
  ),
};

/** All settings, as help and docs/operations.md list them. */
export const ALL_SETTINGS: readonly TSchema[] = [
  ...Object.values<TSchema>({ ...NAME, ...SETTINGS }),
  ...STRIPE_SETTINGS,
  ...Object.values<TSchema>({ ...ATTEMPT_LIMITS, ...RETENTION }),
];

export type Environment = ReturnType<typeof readEnvironment>;

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * @throws Error with a line for each variable that is wrong: its name, what was given (unless it is secret) and what is
 *   allowed.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv) {
  // Alone, because what else is allowed depends on it.
  const { name } = readSettings(NAME, variables);
  const { settings, ...others } = readAll({
    settings: () => readSettings(SETTINGS, variables),
    stripe: () => readStripeSettings(variables, name),
    attemptLimits: () => readSettings(ATTEMPT_LIMITS, variables),
    retention: () => readRetention(variables),
    rules: () => requireRules(variables, name),
  });
  const { simulatorUrl, simulatorPublicUrl, simulatorSecretKey, dataFolder, widgetFolder, ...rest } =
    settings;
  const url = simulatorUrl ?? (name === 'test' ? 'http://localhost:4020' : null);
  return {
    name,
    ...rest,
    ...others,
    dataFolder: dataFolder ?? path.join(REPOSITORY, '.data/service'),
    widgetFolder: widgetFolder ?? path.join(REPOSITORY, 'dist/script'),
    simulator: url === null ? null : { url, publicUrl: simulatorPublicUrl, secretKey: simulatorSecretKey },
  };
}

/** What the environment and one variable ask of another. @throws Error with a line for each rule that is broken. */
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

/** The secret of a test installation: generated once, readable by its owner only. */
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
