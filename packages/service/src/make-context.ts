import { readSettings } from '@upc/server-kit/settings';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock, Context, Step } from './core/context.js';
import type { OpenDatabase } from './core/database/database.js';
import { describeFault } from './core/http/logging.js';
import { deriveKeys } from './core/secrets/secret-keys.js';
import {
  ATTEMPT_LIMITS,
  type AttemptLimitSettings,
} from './modules/payments/attempts/attempt-limit-settings.js';
import { requireKnownSecret } from './modules/payments/known-secret.js';
import { debtCollection } from './modules/debt-collection/collected-claims.js';
import { hasContract } from './modules/memberships/contracts/contracts.js';
import { reservedCredit } from './modules/memberships/sales/find-sales.js';
import type { LaterModules } from './modules/payments/later-modules.js';
import { loadMandateTexts } from './modules/payments/mandates/mandate-texts.js';
import type { Providers } from './modules/payments/providers/providers.js';

export interface ContextOptions {
  readonly database: OpenDatabase;
  /** At least 32 random bytes in hex or base64; every token and every stored IBAN depends on it. */
  readonly secret: string;
  /** Secrets that were current before; what they have made is still read. */
  readonly previousSecrets?: readonly string[];
  readonly providers: Providers;
  /** The origin at which browsers reach the service. Known for sure once it listens. */
  readonly publicUrl: Context['publicUrl'];
  readonly clock?: Clock;
  /** Awaited between request, provider call and commit. */
  readonly onStep?: (name: Step) => Promise<void> | void;
  /** Number of attempts that may fail; the usual numbers when absent. */
  readonly attemptLimits?: AttemptLimitSettings;
}

/** What payments call of modules that come after them. */
export const laterModules: LaterModules = { debtCollection, memberships: { reservedCredit, hasContract } };

/**
 * Makes the context of an app, and what the database needs before anything uses it.
 *
 * @param log is there once the app is.
 * @throws Error when the database was written with another secret.
 */
export async function makeContext(options: ContextOptions, log: () => FastifyBaseLogger): Promise<Context> {
  const { database, onStep } = options;
  const context: Context = {
    db: database.db,
    clock: options.clock ?? { now: () => new Date() },
    keys: deriveKeys(options.secret, options.previousSecrets),
    mandateTexts: loadMandateTexts(),
    publicUrl: options.publicUrl,
    providers: options.providers,
    attemptLimits: options.attemptLimits ?? readSettings(ATTEMPT_LIMITS, {}),
    ...laterModules,
    alert: ({ detail, ...about }) => log().warn(about, detail),
    report: (fault) => log().error(describeFault(fault), 'left out, the rest continues'),
    step: async (name) => onStep?.(name),
  };
  await requireKnownSecret(context);
  return context;
}
