import type { LedgerRow } from '@upc/contract/simulator-api';
import type { Simulator } from '@upc/simulator';
import { eq } from 'drizzle-orm';
import { registerStudios } from '../../src/admin/seed/register-studios.js';
import { type App, type AppOptions, createApp } from '../../src/app.js';
import type { Step } from '../../src/core/context.js';
import type { Database, OpenDatabase } from '../../src/core/database/database.js';
import { deriveKeys } from '../../src/core/secrets/secret-keys.js';
import { customers } from '../../src/modules/customers/customers.tables.js';
import { payments } from '../../src/modules/payments/payments.tables.js';
import { bankOfStudio } from '../../src/modules/payments/providers/bank/bank-provider.js';
import { Providers, type ProvidersByName } from '../../src/modules/payments/providers/providers.js';
import { SimulatorProvider } from '../../src/modules/payments/providers/simulator/simulator-provider.js';
import { watchCalls } from '../../src/modules/payments/providers/watch-calls.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { GatewayClient, OpenApiClient } from './clients.js';
import { TestClock } from './clock.js';
import { testDatabase } from './database.js';
import { DescriptionCheck } from './description.js';
import { UnreliableNetwork } from './network.js';
import { SIMULATOR_KEY, startSimulator } from './simulator.js';

export const EUR_KEY = 'test-key-northside-berlin-eur';
export const TEST_SECRET = 'YSBzZWNyZXQgb2YgdGhlIHNlcnZpY2UgaW4gdGVzdHM=';

/** The service on its own database, with its own simulated provider. */
export interface TestService {
  readonly app: App;
  readonly clock: TestClock;
  readonly database: OpenDatabase;
  readonly simulator: Simulator;
  readonly network: UnreliableNetwork;
  /** Called at each step; tests replace it. */
  onStep: (name: Step) => Promise<void> | void;
  /** Checks every exchange of a client. */
  readonly description: DescriptionCheck;
  api(key?: string): OpenApiClient;
  gateway(token: string, origin?: string | null): GatewayClient;
  /** Returns the entries in the provider's ledger for the person of a payment. */
  ledgerOfPayment(paymentId: string): Promise<LedgerRow[]>;
  /** Returns the minor units that the provider took from a customer, or is about to take, one entry per charge. */
  takenFrom(customerId: number): Promise<number[]>;
  /** Starts another service on the same database, as a second process would be. */
  another(more?: Partial<AppOptions>): Promise<App>;
  close(): Promise<void>;
}

/** The service's own origin in tests. */
const PUBLIC_URL = 'http://localhost:4010';

export async function startTestService(
  options: Partial<AppOptions> = {},
  /** Returns the provider of the studios at Stripe; none by default. */
  stripeOf: (db: Database) => ProvidersByName['STRIPE'] = () => () => null,
): Promise<TestService> {
  const clock = options.clock instanceof TestClock ? options.clock : new TestClock();
  const network = new UnreliableNetwork();
  const [database, simulator] = await Promise.all([
    options.database ?? testDatabase(),
    startSimulator(clock),
  ]);
  const providerFor = ({ publicKey: account }: { publicKey: string }) =>
    new SimulatorProvider({
      baseUrl: simulator.url,
      secretKey: SIMULATOR_KEY,
      account,
      fetch: network.fetch,
      // The default is eight seconds, which a busy machine may exceed.
      timeoutMs: 60_000,
      retryPausesMs: [],
    });
  const report = (fault: unknown) => {
    throw fault;
  };
  await registerStudios({ db: database.db, report, publicUrl: () => PUBLIC_URL }, providerFor, []);
  const make = (more: Partial<AppOptions> = {}) =>
    createApp({
      database,
      secret: TEST_SECRET,
      publicUrl: () => PUBLIC_URL,
      providers: new Providers(
        watchCalls(
          {
            STRIPE: stripeOf(database.db),
            SIMULATOR: providerFor,
            BANK: bankOfStudio({
              db: database.db,
              keys: deriveKeys(options.secret ?? TEST_SECRET, options.previousSecrets),
              clock,
              publicUrl: () => PUBLIC_URL,
            }),
          },
          options.metrics,
        ),
      ),
      clock,
      onStep: (name) => service.onStep(name),
      ...options,
      ...more,
    });
  const app = await make();
  const description = new DescriptionCheck(app.app);
  const service: TestService = {
    app,
    description,
    another: make,
    clock,
    database,
    simulator,
    network,
    onStep: () => {},
    api: (key = EUR_KEY) => new OpenApiClient(service.app.app, key, description),
    gateway: (token, origin = 'http://localhost:5173') => new GatewayClient(service.app.app, token, origin),
    ledgerOfPayment: async (paymentId) => {
      const [found] = await database.db
        .select({ person: paymentSessions.paymentCustomerId })
        .from(payments)
        .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
        .where(eq(payments.id, paymentId));
      return simulator.ledger().filter(({ customer }) => customer === found?.person);
    },
    takenFrom: async (customerId) => {
      const [found] = await database.db.select().from(customers).where(eq(customers.id, customerId));
      return simulator
        .ledger()
        .filter(({ customer, mode }) => customer === found?.paymentCustomerId && mode === 'payment')
        .map(({ captured, pending, refunded, returned }) => captured + pending - refunded - returned)
        .filter((taken) => taken > 0);
    },
    close: async () => {
      await service.app.close();
      await Promise.all([database.close(), simulator.close()]);
    },
  };
  return service;
}
