import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRetention, type RetentionSettings } from './admin/retention/retention-periods.js';
import { readTrustProxy, type TrustProxy } from './core/http/trust-proxy.js';
import type { EnvironmentName } from './core/settings.js';
import { type FreeFailures, readFreeFailures } from './modules/payments/attempts/attempt-limit-settings.js';
import { readStripeSettings, type StripeSettings } from './modules/payments/providers/stripe/settings.js';
import { isSigningKey } from './modules/webhooks/signing-keys.js';

export const HELP = `Everything is set by environment variables:

  PORT                    port to listen on (4010; 0 takes a free one)
  HOST                    address to listen on (127.0.0.1)
  DATABASE_URL            a PostgreSQL server (required in live); without it an embedded one in UPC_DATA_DIR
  UPC_DATA_DIR            folder of the embedded database and the generated secret (.data/service)
  UPC_ENVIRONMENT         test, sandbox or live (test, but required with DATABASE_URL); test keys and the studio page
                          exist in test only
  UPC_SECRET              at least 32 random bytes in hex or base64 (openssl rand -base64 32), on which tokens and encryption depend;
                          required unless UPC_ENVIRONMENT is test, where one is generated and kept in UPC_DATA_DIR
  UPC_SECRET_PREVIOUS     earlier values of UPC_SECRET, separated by commas, newest first: what they have made is
                          still read, everything new is made with UPC_SECRET
  UPC_PUBLIC_URL          address under which browsers reach the service (http://localhost:<port>); required in live, and
                          https there
  UPC_TRUST_PROXY         proxies in front of the service, whose X-Forwarded-… headers are believed: their number, or
                          their addresses and networks (10.0.0.0/8, loopback …), separated by commas (none)
  UPC_WIDGET_DIR          folder of the built widget (dist/script of the repository)
  UPC_WIDGET_RELEASES_DIR folder with a folder for each released version of it, which pages may still name (none)
  UPC_DEMO_URL            where the demo's pages are, which the studio page links to (none)
  UPC_REGISTERED_ORIGINS  origins every studio gets beside its own, separated by commas (test only)
  UPC_WEBHOOK_URL         where events of the demo studios are sent, of each once its first key has confirmed
                          its activation (test only; https, or http on this machine)
  UPC_WEBHOOK_KEY         sent with them as x-api-key (test-webhook-key)
  UPC_WEBHOOK_SIGNING_KEY signs them, whsec_… (one that everybody knows, in docs/webhooks.md)
  SIMULATOR_URL           the simulated provider (in test http://localhost:4020; in sandbox none without it; never in live)
  SIMULATOR_SECRET_KEY    its secret key; required with SIMULATOR_URL in sandbox
  SIMULATOR_PUBLIC_URL    how browsers reach it, where that is another address than SIMULATOR_URL
  STRIPE_SECRET_KEY       the studios' account at Stripe: sk_test_… or rk_test_… with UPC_ENVIRONMENT test and
                          sandbox, sk_live_… or rk_live_… with live; without it, nothing goes through Stripe
  STRIPE_PUBLISHABLE_KEY  its publishable key, pk_test_… or pk_live_…; required with the secret key
  STRIPE_WEBHOOK_SECRET   whsec_…, of the endpoint <UPC_PUBLIC_URL>/providers/stripe/webhook; without it no events are
                          taken, and payments are asked for in turn
  STRIPE_…_<studio id>    the same three for one studio, such as STRIPE_SECRET_KEY_1002; its events go to
                          /providers/stripe/webhook/<studio id>
  STRIPE_…_<NAME>         the same three of another account, such as STRIPE_SECRET_KEY_SOUTH, for the studios that are given
                          it (studio set --stripeAccount SOUTH); its events go to /providers/stripe/webhook/<NAME>
  STRIPE_API_URL          a stand-in of Stripe's API on this machine (test and sandbox)
  UPC_FREE_FAILURES_SESSION  failed attempts of a session after which the next one has to wait, longer each time (4)
  UPC_FREE_FAILURES_PERSON   the same of a person, in all sessions of a day (9)
  UPC_FREE_FAILURES_ADDRESS  the same from one address, in all sessions of a day (29); an IPv6 network of 64 bits is one
                          address. It needs UPC_TRUST_PROXY where proxies are in front, or everybody has one address
  UPC_FREE_FAILURES_STUDIO   the same of a studio within ten minutes: with more, it is under attack, which the log and the
                          studio page tell. New sessions are slowed down then, and UPC_FREE_FAILURES_SESSION holds for
                          each address (29)
  UPC_ATTEMPTS_UNDER_ATTACK  attempts that a studio takes in a minute meanwhile; those of members with a contract are
                          always taken (6)
  UPC_KEEP_FAILED_ACCOUNTS_DAYS   how long account data of failed and cancelled attempts is kept (30)
  UPC_KEEP_IDEMPOTENCY_KEYS_DAYS  idempotency keys (30)
  UPC_KEEP_EVENTS_DAYS            events that were delivered, and those of the studio page (90)
  UPC_KEEP_MANDATES_MONTHS        mandates, after the last debit (14)
  UPC_KEEP_UNUSED_MANDATES_MONTHS mandates under which nothing was debited (36)
  UPC_KEEP_LEDGER_YEARS           what was paid and owed, once it is settled (10); see docs/data-protection.md
  UPC_KEEP_VISITS_MONTHS          visits, after the check-in (12)
  UPC_KEEP_BOOKINGS_MONTHS        bookings of classes and trial sessions, after they were held (12)
  UPC_KEEP_AUDIT_YEARS            what staff did (10)
  UPC_METRICS_PORT        port of HOST on which Prometheus reads /metrics (none); keep the public from it
  UPC_DRAIN_SECONDS       how long the service still takes requests when it is told to end, while /health/ready says
                          that it will not (0; at most 300): the time a load balancer needs to notice
  LOG_LEVEL               fatal, error, warn, info, debug or silent (info)

Every secret may be in a file: DATABASE_URL_FILE names the file of DATABASE_URL, and so do UPC_SECRET_FILE,
UPC_SECRET_PREVIOUS_FILE, UPC_WEBHOOK_KEY_FILE, UPC_WEBHOOK_SIGNING_KEY_FILE, SIMULATOR_SECRET_KEY_FILE,
STRIPE_SECRET_KEY_FILE, STRIPE_PUBLISHABLE_KEY_FILE and STRIPE_WEBHOOK_SECRET_FILE, and those of further accounts
(STRIPE_SECRET_KEY_SOUTH_FILE). An empty file counts as not set, and is refused for DATABASE_URL, UPC_SECRET and the secret
keys of further accounts.

When the service listens, it prints one line of JSON to standard output:
  {"listening":"http://127.0.0.1:4010","publicUrl":"http://localhost:4010"}
Logs go to standard error. SIGTERM and SIGINT end it cleanly.
`;

/** The secret key that the simulated provider takes when none is set; it is worth nothing elsewhere. */
const SIMULATOR_TEST_KEY = 'sk_test_simulator';

export interface Environment {
  readonly name: EnvironmentName;
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string | null;
  readonly dataFolder: string;
  readonly publicUrl: string | null;
  readonly trustProxy: TrustProxy;
  readonly widgetFolder: string;
  /** Nothing where the operator keeps no releases. */
  readonly widgetReleases?: string;
  readonly demoUrl: string | null;
  readonly additionalOrigins: readonly string[];
  readonly webhook: { readonly url: string; readonly key: string; readonly signingKey: string } | null;
  /** The simulated provider; null: there is none. */
  readonly simulator: {
    readonly url: string;
    /** Address for browsers; null: `url`. */
    readonly publicUrl: string | null;
    readonly secretKey: string;
  } | null;
  readonly stripe: StripeSettings;
  readonly secret: string | null;
  /** Secrets that were current before, which are still read. */
  readonly previousSecrets: readonly string[];
  readonly freeFailures: FreeFailures;
  readonly retention: RetentionSettings;
  /** null: metrics are not shown. */
  readonly metricsPort: number | null;
  readonly drainSeconds: number;
  readonly logLevel: string;
}

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** @throws Error naming the variable, what was given (unless it is secret) and what is allowed. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const name = oneOf(variables, 'UPC_ENVIRONMENT', ['test', 'sandbox', 'live'], 'test');
  const secret = variables.UPC_SECRET || null;
  if (secret === null && name !== 'test') {
    throw new Error(`UPC_SECRET is required when UPC_ENVIRONMENT is ${name}.`);
  }
  const previousSecrets = (variables.UPC_SECRET_PREVIOUS ?? '').split(',').filter(Boolean);
  if (secret !== null && !isSecret(secret)) throw new Error(`UPC_SECRET is not ${A_SECRET}.`);
  if (!previousSecrets.every(isSecret)) {
    throw new Error(`UPC_SECRET_PREVIOUS is not a list, separated by commas, of ${A_SECRET} each.`);
  }
  if (secret === null && previousSecrets.length > 0) {
    throw new Error('UPC_SECRET_PREVIOUS is for what an earlier UPC_SECRET has made; UPC_SECRET is missing.');
  }
  if (variables.DATABASE_URL && !variables.UPC_ENVIRONMENT) {
    throw new Error(
      'UPC_ENVIRONMENT is required when DATABASE_URL is set; allowed are test, sandbox, live. test fills the database with demo studios and published keys.',
    );
  }
  if (variables.DATABASE_URL && !/^postgres(ql)?:\/\//.test(variables.DATABASE_URL)) {
    // The given value may hold a password.
    throw new Error(
      'DATABASE_URL is not the address of a PostgreSQL server: postgres://user:password@host:5432/database.',
    );
  }
  const origins = (variables.UPC_REGISTERED_ORIGINS ?? '').split(',').map((origin) => origin.trim());
  if (origins.some(Boolean) && name !== 'test') {
    throw new Error(
      'UPC_REGISTERED_ORIGINS is for UPC_ENVIRONMENT=test; elsewhere origins belong to a studio.',
    );
  }
  const webhookUrl = variables.UPC_WEBHOOK_URL || null;
  if (webhookUrl !== null && name !== 'test') {
    throw new Error('UPC_WEBHOOK_URL is for UPC_ENVIRONMENT=test; elsewhere receivers belong to a key.');
  }
  const stripe = readStripeSettings(variables, name);
  if (name === 'live') requireLive(variables, stripe);
  return {
    name,
    host: variables.HOST || '127.0.0.1',
    port: portNumber('PORT', variables.PORT || '4010'),
    databaseUrl: variables.DATABASE_URL || null,
    dataFolder: path.resolve(variables.UPC_DATA_DIR || path.join(REPOSITORY, '.data/service')),
    publicUrl: webAddress('UPC_PUBLIC_URL', variables.UPC_PUBLIC_URL),
    trustProxy: readTrustProxy(variables.UPC_TRUST_PROXY),
    widgetFolder: path.resolve(variables.UPC_WIDGET_DIR || path.join(REPOSITORY, 'dist/script')),
    ...(variables.UPC_WIDGET_RELEASES_DIR && {
      widgetReleases: path.resolve(variables.UPC_WIDGET_RELEASES_DIR),
    }),
    demoUrl: webAddress('UPC_DEMO_URL', variables.UPC_DEMO_URL),
    additionalOrigins: origins.filter(Boolean),
    webhook:
      webhookUrl === null
        ? null
        : {
            url: webhookUrl,
            key: variables.UPC_WEBHOOK_KEY || 'test-webhook-key',
            signingKey: signingKey(variables.UPC_WEBHOOK_SIGNING_KEY),
          },
    simulator: readSimulator(variables, name),
    stripe,
    secret,
    previousSecrets,
    freeFailures: readFreeFailures(variables),
    retention: readRetention(variables),
    metricsPort: variables.UPC_METRICS_PORT
      ? portNumber('UPC_METRICS_PORT', variables.UPC_METRICS_PORT)
      : null,
    drainSeconds: drainSeconds(variables.UPC_DRAIN_SECONDS || '0'),
    logLevel: oneOf(variables, 'LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
  };
}

/** Requirements of a service that takes real money. @throws Error naming the variable. */
function requireLive(variables: NodeJS.ProcessEnv, { common, named }: StripeSettings): void {
  const needs = 'when UPC_ENVIRONMENT is live';
  const { UPC_PUBLIC_URL: publicUrl = '', DATABASE_URL: databaseUrl } = variables;
  if (!URL.canParse(publicUrl) || !isPublic(new URL(publicUrl))) {
    throw new Error(
      `UPC_PUBLIC_URL is "${publicUrl}"; ${needs}, it must be the https address under which browsers reach the service.`,
    );
  }
  if (!databaseUrl) throw new Error(`DATABASE_URL is required ${needs}: the address of a PostgreSQL server.`);
  if (common === null && named.size === 0) {
    throw new Error(
      `STRIPE_SECRET_KEY is required ${needs}, or that of a studio: nothing else takes payments.`,
    );
  }
}

function isPublic({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}

/**
 * The simulated provider: always there in a test environment, where it is named in a sandbox, never with real money.
 *
 * @throws Error naming the variable.
 */
function readSimulator(variables: NodeJS.ProcessEnv, environment: EnvironmentName): Environment['simulator'] {
  const { SIMULATOR_URL: url, SIMULATOR_SECRET_KEY: secretKey } = variables;
  const publicUrl = webAddress('SIMULATOR_PUBLIC_URL', variables.SIMULATOR_PUBLIC_URL);
  if (environment === 'test') {
    return { url: url || 'http://localhost:4020', publicUrl, secretKey: secretKey || SIMULATOR_TEST_KEY };
  }
  if (!url) return null;
  if (environment === 'live') {
    throw new Error('SIMULATOR_URL must not be set when UPC_ENVIRONMENT is live: no money would move.');
  }
  if (!secretKey || secretKey === SIMULATOR_TEST_KEY) {
    throw new Error(
      'SIMULATOR_SECRET_KEY is required with SIMULATOR_URL, and another one than that of tests.',
    );
  }
  return { url, publicUrl, secretKey };
}

const A_SECRET = 'at least 32 random bytes in hex or base64 (openssl rand -base64 32)';

function isSecret(text: string): boolean {
  const encoding = /^[\da-f]+$/i.test(text) ? 'hex' : 'base64';
  const bytes = Buffer.from(text, encoding);
  return bytes.length >= 32 && bytes.toString(encoding) === (encoding === 'hex' ? text.toLowerCase() : text);
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

function oneOf<T extends string>(
  variables: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const given = variables[name] || fallback;
  const found = allowed.find((value) => value === given);
  if (!found) throw new Error(`${name} is "${given}"; allowed are ${allowed.join(', ')}.`);
  return found;
}

function webAddress(name: string, given: string | undefined): string | null {
  if (!given) return null;
  if (URL.canParse(given) && /^https?:/.test(given)) return given.replace(/\/$/, '');
  throw new Error(`${name} is "${given}"; it must be an address such as http://localhost:5173.`);
}

/** Worth nothing outside of a test environment, as the test keys. */
const SIGNING_TEST_KEY = 'whsec_dGVzdC1zaWduaW5nLWtleS1vZi10aGUtZGVtby1zdHVkaW8=';

function signingKey(given: string | undefined): string {
  if (!given) return SIGNING_TEST_KEY;
  if (isSigningKey(given)) return given;
  throw new Error('UPC_WEBHOOK_SIGNING_KEY must be whsec_ and at least 24 bytes in base64.');
}

function portNumber(name: string, given: string): number {
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65_535) throw new Error(`${name} is "${given}"; allowed is 0 to 65535.`);
  return port;
}

function drainSeconds(given: string): number {
  const seconds = Number(given);
  if (/^\d+$/.test(given) && seconds <= 300) return seconds;
  throw new Error(`UPC_DRAIN_SECONDS is "${given}"; allowed is 0 to 300.`);
}
