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
import { nextFeeOfCustomer } from './modules/memberships/contracts/next-fee.js';
import { reservedCredit } from './modules/memberships/sales/find-sales.js';
import type { LaterModules } from './modules/payments/later-modules.js';
import { loadMandateTexts } from './modules/payments/mandates/mandate-texts.js';
import type { Providers } from './modules/payments/providers/providers.js';

export interface ContextOptions {
  readonly database: OpenDatabase;
  /** At least 32 random bytes in hex or base64; all tokens and stored IBANs depend on it. */
  readonly secret: string;
  /** Secrets that were current before; data made with them can still be read. */
  readonly previousSecrets?: readonly string[];
  readonly providers: Providers;
  /** Returns the origin at which browsers reach the service. It is final once the service listens. */
  readonly publicUrl: Context['publicUrl'];
  readonly clock: Clock;
  /** Awaited between request, provider call and commit. */
  readonly onStep?: (name: Step) => Promise<void> | void;
  /** Number of attempts that may fail; the default numbers if absent. */
  readonly attemptLimits?: AttemptLimitSettings;
}

/** Functions that payments call in modules that depend on payments. */
export const laterModules: LaterModules = {
  debtCollection,
  memberships: { reservedCredit, hasContract, nextFeeOfCustomer },
};

/**
 * Makes the context of an app, and checks its secret against the database before anything else uses it.
 *
 * @param log returns the log, which exists once the app does.
 * @throws Error when the database was written with another secret.
 */
export async function makeContext(options: ContextOptions, log: () => FastifyBaseLogger): Promise<Context> {
  const { database, onStep } = options;
  const context: Context = {
    db: database.db,
    clock: options.clock,
    keys: deriveKeys(options.secret, options.previousSecrets),
    mandateTexts: loadMandateTexts(),
    publicUrl: options.publicUrl,
    providers: options.providers,
    attemptLimits: options.attemptLimits ?? readSettings(ATTEMPT_LIMITS, {}),
    ...laterModules,
    alert: ({ detail, ...about }) => log().warn(about, detail),
    report: (fault) => log().error(describeFault(fault), 'skipped; the rest continues'),
    step: async (name) => onStep?.(name),
  };
  await requireKnownSecret(context);
  return context;
}
