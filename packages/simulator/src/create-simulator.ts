import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { lockFolder } from '@upc/server-kit/folder-lock';
import type { LedgerRow } from '@upc/contract/simulator-api';
import { Secrets } from './bank/secrets.js';
import { type Clock, type SimulatorContext, systemClock } from './context.js';
import { bankDelay, type DelayRange } from './delay.js';
import { accountRoutes } from './http/account-routes.js';
import { bankAccountPageRoutes } from './http/bank-account-page-routes.js';
import { bankFileRoutes } from './http/bank-file-routes.js';
import { browserRoutes } from './http/browser-routes.js';
import { answerErrors } from './http/errors.js';
import { frameRoutes } from './http/frame-routes.js';
import { intentRoutes } from './http/intent-routes.js';
import { pageRoutes } from './http/page-routes.js';
import { requireSecretKey } from './http/requests.js';
import { Ledger } from './ledger/ledger.js';

export type { Outcome } from './rules/answer-challenge.js';

export interface SimulatorOptions {
  /** Folder of the journal; each simulator needs its own. */
  readonly dataDir: string;
  readonly secretKey: string;
  /** Port; a free one if it is 0 or absent. */
  readonly port?: number;
  /** Host name; 127.0.0.1 if absent. */
  readonly host?: string;
  /** Origin at which a browser reaches the simulator; `http://localhost:<port>` if absent. */
  readonly publicUrl?: string;
  readonly clock?: Clock;
  /** Delay of the bank's responses; none if absent. */
  readonly delay?: DelayRange;
  /** Milliseconds until a submitted debit is decided; two minutes if absent. */
  readonly settlementMs?: number;
  /** Milliseconds that a person has for a page of the bank; 15 minutes if absent. */
  readonly challengeMs?: number;
  /** Folder with the built scripts and styles of frames and pages; by default the folder of the build. */
  readonly assetsDir?: string;
  /** Whether failures of the simulator itself are written to the standard output; requests are never logged. */
  readonly logErrors?: boolean;
}

export interface Simulator {
  readonly url: string;
  /** Returns the money movements of each intent so far, oldest first. */
  readonly ledger: () => readonly LedgerRow[];
  readonly close: () => Promise<void>;
}

/** Folder of the built scripts and styles of frames and pages, relative to the sources. */
export const BUILT_ASSETS = fileURLToPath(new URL('../dist/', import.meta.url));

/**
 * Starts the simulated payment provider: a server with its own origin and its own durable ledger.
 *
 * @throws Error when the port is taken, another simulator uses the folder, or the journal is damaged
 */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  const {
    clock = systemClock,
    delay = { from: 0, to: 0 },
    settlementMs = 120_000,
    challengeMs = 15 * 60_000,
  } = options;
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(options.dataDir, { name: 'simulator', variable: 'SIMULATOR_DATA_DIR' });
  const ledger = new Ledger(options.dataDir);
  const closing = new AbortController();
  const app = Fastify({
    logger: options.logErrors === true ? { level: 'error' } : false,
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  });
  const context: SimulatorContext = {
    ledger,
    secrets: new Secrets(options.secretKey),
    clock,
    publicUrl: () => options.publicUrl ?? originOf(app),
    bank: bankDelay(delay, closing.signal),
    settlementMs,
    challengeMs,
  };
  const close = async (): Promise<void> => {
    closing.abort();
    await app.close();
    ledger.close();
    await unlock();
  };
  answerErrors(app);
  app.register((api, _, done) => {
    api.addHook('onRequest', (request, __, next) => {
      requireSecretKey(context, request);
      next();
    });
    accountRoutes(api, context);
    bankFileRoutes(api, context);
    intentRoutes(api, context);
    done();
  });
  browserRoutes(app, context);
  frameRoutes(app, context);
  pageRoutes(app, context);
  app.register((pages, _, done) => {
    bankAccountPageRoutes(pages, context);
    done();
  });
  app.register(fastifyStatic, {
    root: options.assetsDir ?? BUILT_ASSETS,
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    setHeaders: (response) => {
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('cache-control', 'no-cache');
    },
  });
  try {
    await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  } catch (error) {
    await close();
    throw error;
  }
  return { url: context.publicUrl(), ledger: () => ledger.rows(clock.now()), close };
}

function originOf(app: FastifyInstance): string {
  return `http://localhost:${(app.server.address() as AddressInfo).port}`;
}
