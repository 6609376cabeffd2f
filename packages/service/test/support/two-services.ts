import { randomUUID } from 'node:crypto';
import type { Schemas } from '@upc/contract/gateway';
import type { Simulator } from '@upc/simulator';
import { and, eq, inArray, lte, or } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Step } from '../../src/core/context.js';
import type { Database, OpenDatabase } from '../../src/core/database/database.js';
import { customers, paymentCustomers } from '../../src/modules/customers/customers.tables.js';
import { sales } from '../../src/modules/memberships/sales/sales.tables.js';
import { paymentLinks } from '../../src/modules/payments/links/links.tables.js';
import { payments } from '../../src/modules/payments/payments.tables.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { usages } from '../../src/modules/payments/usages/usages.tables.js';
import { atOneMoment } from './at-one-moment.js';
import { CrashingService } from './crashing-service.js';
import { onServer, SERVER } from './database.js';
import { type ProviderProxy, startProviderProxy } from './provider-proxy.js';
import { EUR_KEY } from './service.js';
import { SIMULATOR_KEY, startSimulator } from './simulator.js';
import { until } from './until.js';

type Payment = Schemas['Payment'];

export interface Answer<T = Payment & Schemas['Error']> {
  readonly status: number;
  readonly body: T;
}

/** A customer of the EUR studio. */
export interface Person {
  readonly customerId: number;
  readonly paymentCustomerId: string;
}

export const SECRET = 'YSBzZWNyZXQgb2YgdHdvIHNlcnZpY2VzIGluIHRlc3Q=';

const RETURN_URL = 'http://localhost:5173/join';

let shared: Promise<TwoServices> | undefined;

/**
 * Runs two processes of the service on one PostgreSQL database, with one simulated provider. They expose races that the
 * embedded database hides, because it does one thing at a time. Requests are sent to them in turn.
 */
export class TwoServices {
  private turn = 0;

  private constructor(
    readonly database: OpenDatabase,
    readonly simulator: Simulator,
    readonly provider: ProviderProxy,
    private readonly services: readonly [CrashingService, CrashingService],
  ) {}

  static async start(): Promise<TwoServices> {
    const [database, simulator] = await Promise.all([onServer(SERVER ?? ''), startSimulator()]);
    const provider = await startProviderProxy(simulator.url);
    const environment = {
      UPC_ENVIRONMENT: 'test',
      // Many payments fail in one studio within a short time, without any attack.
      UPC_FREE_FAILURES_PERSON: '1000000',
      UPC_FREE_FAILURES_ADDRESS: '1000000',
      UPC_FREE_FAILURES_STUDIO: '1000000',
      ...database.variables,
      UPC_SECRET: SECRET,
      SIMULATOR_URL: provider.url,
      // Its pages are not behind the proxy.
      SIMULATOR_PUBLIC_URL: simulator.url,
      SIMULATOR_SECRET_KEY: SIMULATOR_KEY,
    };
    const services = [new CrashingService(environment), new CrashingService(environment)] as const;
    // The first service registers the studios with the provider and creates the demo's members before the second
    // starts, so that nothing waits for their locks.
    await services[0].start();
    await demoMade(database.db);
    await services[1].start();
    return new TwoServices(database, simulator, provider, services);
  }

  /**
   * Returns the pair that is shared by all files of this worker that create their own persons, change nothing for
   * others, and do not move the clock by hours. It ends with the worker.
   */
  static async shared(): Promise<TwoServices> {
    shared ??= TwoServices.start().then(
      (pair) => {
        // Vitest ends its workers with SIGTERM.
        process.once('SIGTERM', () => void pair.close().finally(() => process.exit()));
        return pair;
      },
      (fault: unknown) => {
        shared = undefined;
        throw fault;
      },
    );
    const pair = await shared;
    // An earlier test may have left a kill or a fault of the provider pending.
    pair.provider.treat = () => ({});
    for (const service of pair.services) {
      if (service.isDead) await service.restart();
      await service.order({ killAt: '' });
    }
    return pair;
  }

  async close(): Promise<void> {
    for (const service of this.services) await service.kill();
    await this.provider.close();
    await Promise.all([this.database.close(), this.simulator.close()]);
  }

  /** Advances the clocks of both processes. */
  async advance(milliseconds: number): Promise<void> {
    await Promise.all(this.services.map((service) => service.order({ advance: milliseconds })));
  }

  /** Kills both processes and starts them together, later by the given time of their clocks. */
  async outage(milliseconds: number): Promise<void> {
    await Promise.all(this.services.map((service) => service.kill()));
    await Promise.all(this.services.map((service) => service.start(milliseconds)));
  }

  /** Returns the time of both clocks. */
  now(): Date {
    return this.services[0].now();
  }

  /** Returns the date of both clocks, the given number of days from now. */
  day(fromNow: number): string {
    return this.services[0].day(fromNow);
  }

  /** Makes a process kill itself when it reaches a step. The next request restarts it. */
  async killAt(at: 0 | 1, step: Step): Promise<void> {
    await this.services[at].order({ killAt: step });
  }

  /** Number of times that the processes were killed and restarted. */
  get crashes(): number {
    return this.services[0].crashes + this.services[1].crashes;
  }

  /** Sends a request of a partner's backend. `at` chooses the process; otherwise they take turns. */
  async api<T = Schemas['Error']>(
    path: string,
    body?: object,
    at?: 0 | 1,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<T>> {
    const method = body ? 'POST' : 'GET';
    const sent = { 'x-api-key': EUR_KEY, ...headers };
    return this.send(at, method, `/v1/${path}`, sent, body) as Promise<Answer<T>>;
  }

  /** Sends a request of a partner's backend with another method, or with a body other than JSON. */
  async partner<T = Schemas['Error']>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object | FormData,
  ): Promise<Answer<T>> {
    return this.send(undefined, method, `/v1/${path}`, { 'x-api-key': EUR_KEY }, body) as Promise<Answer<T>>;
  }

  /** Sends a request of the widget. */
  async gateway(
    token: string,
    method: string,
    path: string,
    body?: object,
    { at, key = randomUUID() }: { at?: 0 | 1; key?: string } = {},
  ): Promise<Answer> {
    const headers = { 'x-user-payment-session-token': token, 'idempotency-key': key };
    return this.send(at, method, `/api/v1/${path}`, headers, body) as unknown as Promise<Answer>;
  }

  /** Opens a payment link, as its page does. */
  openLink<T>(token: string, at?: 0 | 1): Promise<Answer<T>> {
    return this.send(at, 'POST', '/pay', {}, { token, locale: 'en' }) as Promise<Answer<T>>;
  }

  private send(at: 0 | 1 | undefined, ...request: Parameters<CrashingService['request']>) {
    this.turn = 1 - this.turn;
    return (this.services[at ?? this.turn] ?? this.services[0]).request(...request);
  }

  async person(): Promise<Person> {
    const { db } = this.database;
    const paymentCustomerId = randomUUID();
    await db
      .insert(paymentCustomers)
      .values({ id: paymentCustomerId, studioId: 1001, createdAt: this.now() });
    const [customer] = await db
      .insert(customers)
      .values({ studioId: 1001, paymentCustomerId, firstName: 'Test', lastName: 'Person' })
      .returning();
    return { customerId: customer?.id ?? 0, paymentCustomerId };
  }

  /** Opens an ECOM session and returns its token. */
  async session(fields: object): Promise<string> {
    const made = await this.api<{ token: string }>('payments/user-session', {
      scope: 'ECOM',
      referenceText: 'Race',
      ...fields,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return made.body.token;
  }

  startCard(token: string, at?: 0 | 1): Promise<Answer> {
    const body = {
      paymentMethod: 'CREDIT_CARD',
      details: { cardHolder: 'Mara Lindner' },
      returnUrl: RETURN_URL,
    };
    return this.gateway(token, 'POST', 'payments', body, at === undefined ? {} : { at });
  }

  /** Does the work of the provider's frame with a typed card. */
  async typeCard({ nextAction }: Payment): Promise<number> {
    if (nextAction?.type !== 'PROVIDER_CONFIRM') return 0;
    const { clientSecret = '', publicKey = '' } = nextAction;
    const [id] = clientSecret.split('_secret_');
    const answer = await fetch(`${this.simulator.url}/v1/browser/intents/${id}/confirm`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${clientSecret}`,
        'simulator-account': publicKey,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        card: { number: '4242424242424242', expiry: '12/34', cvc: '123', holder: 'Mara Lindner' },
      }),
    });
    return answer.status;
  }

  authenticate(token: string, id: string): Promise<Answer> {
    return this.gateway(token, 'PUT', `payments/${id}/authentication`, {});
  }

  async payByCard(token: string): Promise<Payment> {
    const made = await this.startCard(token);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await this.typeCard(made.body);
    const { body } = await this.authenticate(token, made.body.id);
    expect(body.status).toBe('PREAUTHED');
    return body;
  }

  async startSepa(token: string, iban = 'DE89370400440532013000', at?: 0 | 1): Promise<Answer> {
    const where = at === undefined ? {} : { at };
    const session = (await this.gateway(token, 'GET', 'session', undefined, where)) as unknown as Answer<
      Schemas['Session']
    >;
    if (session.status !== 200) return session as unknown as Answer;
    const offered = session.body.paymentMethods.find(({ paymentMethod }) => paymentMethod === 'SEPA');
    const { reference, version, language } = offered?.mandate ?? {};
    const mandate = { reference, version, language, accepted: true };
    const details = { accountHolder: 'Mara Lindner', iban };
    return this.gateway(token, 'POST', 'payments', { paymentMethod: 'SEPA', details, mandate }, where);
  }

  async paySepa(token: string): Promise<Payment> {
    const made = await this.startSepa(token);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { body } = await this.authenticate(token, made.body.id);
    expect(body.status).toBe('PREAUTHED');
    return body;
  }

  payAccount(
    { customerId }: Person,
    paymentRequestToken: string,
    amount: number,
    more: object = {},
  ): Promise<Answer<Schemas['Error']>> {
    const money = { amount, currency: 'EUR' };
    return this.api(`customers/${customerId}/account/payment`, {
      paymentRequestToken,
      amount: money,
      ...more,
    });
  }

  /** Waits until the services' jobs have nothing left to do. */
  async settled(): Promise<void> {
    await until(async () => !(await this.isBusy()));
  }

  private async isBusy(): Promise<boolean> {
    const { db } = this.database;
    const undecided = inArray(payments.status, ['AUTHENTICATED', 'UNKNOWN']);
    // An expired session is about to be ended, even if that has not begun.
    const isOver = and(eq(paymentSessions.status, 'OPEN'), lte(paymentSessions.validUntil, this.now()));
    const counts = await atOneMoment(db, async (tx) => [
      await tx.$count(paymentSessions, isOver),
      await tx.$count(payments, or(undecided, eq(payments.releaseStatus, 'DUE'))),
      await tx.$count(paymentSessions, inArray(paymentSessions.status, ['USING', 'EXPIRING'])),
      await tx.$count(usages, eq(usages.status, 'RESERVED')),
      await tx.$count(sales, eq(sales.status, 'RESERVED')),
    ]);
    return counts.some((count) => count > 0);
  }
}

/** Waits until the demo's payment link exists, which a service creates last, in the background. */
async function demoMade(db: Database): Promise<void> {
  await until(async () => (await db.$count(paymentLinks)) > 0);
}
