import { BankRow, LedgerRow } from '@upc/contract/simulator-api';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Context } from '../../src/core/context.js';
import type { Database, OpenDatabase } from '../../src/core/database/database.js';
import { openPostgres, type PostgresAddress } from '../../src/core/database/postgres.js';
import { hashToken } from '../../src/core/secrets/tokens.js';
import { makeContext } from '../../src/make-context.js';
import { Providers } from '../../src/modules/payments/providers/providers.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { debitsUnderWay } from '../support/reconciliation/bank.js';
import { type Books, readBooks } from '../support/reconciliation/books.js';
import type { Finding } from '../support/reconciliation/finding.js';
import { reconcile } from '../support/reconciliation/reconcile.js';
import { BankClerk } from './bank-clerk.js';
import { BankPortal } from './bank-portal.js';
import { collectDayByDay, collectMeanwhile } from './collect-at-bank.js';
import { figuresOf } from './figures.js';
import { Fleet, SERVICE_SECRET } from './fleet.js';
import { letJobsFinish } from './let-jobs-finish.js';
import type { Options } from './options.js';
import { Partner } from './partner.js';
import { Random } from '@upc/server-kit/random';
import { Receiver } from './receiver.js';
import { Attempts, type Stage, Story } from './story.js';
import { BERLIN, STUDIOS_WITH_BANK } from './studios.js';
import { runStories } from './run-stories.js';
import { compareHistoryWithBooks } from './history-against-books.js';
import { ClientHistory } from './client-history.js';

export interface Result {
  readonly findings: readonly Finding[];
  readonly figures: readonly string[];
}

/**
 * Runs everything from the first story to the comparison of the books. @param say receives the progress, line by line.
 */
export async function runChaos(
  options: Options,
  address: PostgresAddress,
  say: (line: string) => void,
): Promise<Result> {
  const { seed, services } = options;
  const receiver = new Receiver(seed);
  const fleet = await Fleet.start({ seed, services, webhookUrl: await receiver.listen() });
  const database = await openPostgres(address);
  try {
    const { db } = database;
    const stage: Stage = {
      seed,
      fleet,
      history: new ClientHistory(),
      attempts: new Attempts(),
      repeats: new Map(),
      forgotten: [],
      expire: (token) => expireSession(db, token),
    };
    await confirmActivation(stage);
    const context = await contextOfClerk(database, fleet);
    const clerks = await Promise.all(
      STUDIOS_WITH_BANK.map((studio) =>
        BankClerk.begin(context, new BankPortal(fleet, studio.publicKey), seed, studio),
      ),
    );
    const endOfDay = collectMeanwhile(clerks);
    const stories = await runStories(stage, options, say);
    await endOfDay();
    say('calm: nothing is killed or lost any more');
    const read = (now: Date): Promise<Books> =>
      readBooks(
        db,
        async () => (await ledgerOf(fleet)).rows,
        now,
        async () => (await ledgerOf(fleet)).bank,
      );
    const { now } = await letJobsFinish(stage, read, say);
    // Claims that fall due in the days at the bank are left to the next payment run, so the books are of the day before.
    const told = [...stories.values()].reduce((sum, count) => sum + count, 0);
    const books = await collectDayByDay(stage, clerks, told, () => read(now), say);
    const findings = [
      ...reconcile(books),
      ...debitsUnderWay(books),
      ...clerks.flatMap((clerk) => clerk.findings),
      ...compareHistoryWithBooks(stage.history, books, receiver.received),
    ];
    return { findings, figures: figuresOf(stage, stories, books, clerks) };
  } finally {
    await database.close();
    await fleet.end();
    receiver.close();
  }
}

/** Expires a session now. It changes the validity of this session, because all sessions share the clock. */
async function expireSession(db: Database, token: string): Promise<void> {
  const now = new Date();
  const isIts = eq(paymentSessions.tokenHash, hashToken(token));
  await db
    .update(paymentSessions)
    .set({ validUntil: now })
    .where(
      and(isIts, inArray(paymentSessions.status, ['OPEN', 'USING']), gt(paymentSessions.validUntil, now)),
    );
}

const LedgerView = Type.Object({ rows: Type.Array(LedgerRow), bank: Type.Array(BankRow) });

async function ledgerOf(fleet: Fleet): Promise<{ rows: LedgerRow[]; bank: BankRow[] }> {
  return Value.Parse(LedgerView, await fleet.ledger());
}

/** Makes the context in which the clerk acts on the services' database, with the services' clock. */
function contextOfClerk(database: OpenDatabase, fleet: Fleet): Promise<Context> {
  const clock = { now: () => fleet.now() };
  const none = () => null;
  const options = {
    database,
    secret: SERVICE_SECRET,
    providers: new Providers({ STRIPE: none, SIMULATOR: none, BANK: none }),
    publicUrl: () => fleet.providerUrl,
    clock,
  };
  return makeContext(options, () => {
    throw new Error('The clerk has no log.');
  });
}

/** Confirms, for the studio with a receiver, that its integration is ready for events. */
async function confirmActivation(stage: Stage): Promise<void> {
  const story = new Story('activation', 0, BERLIN, stage, {
    random: Random.of(stage.seed, 'activation'),
    way: Random.of(stage.seed, 'way of the activation'),
    deadline: Date.now() + 60_000,
  });
  await new Partner(story).post('/v1/studios/confirmActivation', {});
}
