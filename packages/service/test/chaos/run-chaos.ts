import { LedgerRow } from '@upc/contract/simulator-api';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '../../src/core/database/database.js';
import { openPostgres, type PostgresAddress } from '../../src/core/database/postgres.js';
import { hashToken } from '../../src/core/secrets/tokens.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { readBooks } from '../support/reconciliation/books.js';
import type { Finding } from '../support/reconciliation/finding.js';
import { reconcile } from '../support/reconciliation/reconcile.js';
import { figuresOf } from './figures.js';
import { Fleet } from './fleet.js';
import { letJobsFinish } from './let-jobs-finish.js';
import type { Options } from './options.js';
import { Partner } from './partner.js';
import { Random } from './random.js';
import { Receiver } from './receiver.js';
import { Attempts, type Stage, Story } from './story.js';
import { BERLIN } from './studios.js';
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
    const stories = await runStories(stage, options, say);
    say('calm: nothing is killed or lost any more');
    const books = await letJobsFinish(stage, (now) => readBooks(db, () => rows(fleet), now), say);
    const findings = [
      ...reconcile(books),
      ...compareHistoryWithBooks(stage.history, books, receiver.received),
    ];
    return { findings, figures: figuresOf(stage, stories, books) };
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

async function rows(fleet: Fleet): Promise<LedgerRow[]> {
  return Value.Parse(Type.Object({ rows: Type.Array(LedgerRow) }), await fleet.ledger()).rows;
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
