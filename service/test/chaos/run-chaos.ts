import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { LedgerRow } from '@upc/contract/simulator-api';
import { methodNames } from '@upc/contract/catalogue';
import { hashToken } from '../../src/platform/tokens.js';
import type { Database } from '../../src/store/database.js';
import { openPostgres } from '../../src/store/postgres.js';
import { paymentSessions } from '../../src/store/schema.js';
import { readBooks, type Books } from '../support/reconciliation/books.js';
import { unfinished } from '../support/reconciliation/ends.js';
import type { Finding } from '../support/reconciliation/finding.js';
import { reconcile } from '../support/reconciliation/reconcile.js';
import { Fleet } from './fleet.js';
import type { Options } from './options.js';
import { Partner } from './partner.js';
import { NeverAnswered } from './patient-client.js';
import { Random } from './random.js';
import { Receiver } from './receiver.js';
import { TALES, WEIGHTS, type TaleName } from './stories/tales.js';
import { Attempts, Story, type Stage } from './story.js';
import { BERLIN, studiosWith } from './studios.js';
import { Told } from './told.js';
import { toldAgainstBooks } from './told-against-books.js';

const AT_ONCE = 24;
/** Milliseconds that a story may take; a client that was not answered by then gives up. */
const STORY_MS = 120_000;
const STORIES_BETWEEN_STRIKES = { from: 10, to: 40 };
const LONGEST_CALM_MS = 180_000;
/** A run that takes longer hangs: nothing here waits for more than minutes. */
const LONGEST_MS = { start: 300_000, payment: 500 };
const STEP_OF_TIME_MS = 11 * 60_000;

export interface Result {
  readonly findings: readonly Finding[];
  readonly figures: readonly string[];
}

/** A run from the first story to the comparison of the books. @param say told how far it is, line by line. */
export async function runChaos(
  { payments, seed }: Options,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<Result> {
  const receiver = new Receiver(seed);
  const fleet = await Fleet.start(seed, databaseUrl, await receiver.listen());
  const database = await openPostgres(databaseUrl);
  try {
    const { db } = database;
    const stage: Stage = {
      seed,
      fleet,
      told: new Told(),
      attempts: new Attempts(),
      repeats: new Map(),
      forgotten: [],
      expire: (token) => expireSession(db, token),
    };
    await confirmActivation(stage);
    const stories = new Map<TaleName, number>();
    await tellStories(stage, payments, stories, say);
    say('calm: nothing is killed or lost any more');
    await fleet.calm();
    const advanced = await letJobsFinish(stage, db, () => rows(fleet), say);
    const now = new Date(Date.now() + advanced);
    const books = await readBooks(db, await rows(fleet), now);
    const findings = [...reconcile(books), ...toldAgainstBooks(stage.told, books, receiver.received)];
    return { findings, figures: figuresOf(stage, stories, books) };
  } finally {
    await database.close();
    await fleet.end();
    receiver.close();
  }
}

async function tellStories(
  stage: Stage,
  payments: number,
  stories: Map<TaleName, number>,
  say: (line: string) => void,
): Promise<void> {
  const plan = Random.of(stage.seed, 'plan');
  const strikes = Random.of(stage.seed, 'strikes');
  const deadline = Date.now() + LONGEST_MS.start + payments * LONGEST_MS.payment;
  const running = new Set<Promise<void>>();
  let number = 0;
  let nextStrike = STORIES_BETWEEN_STRIKES.to;
  let nextWord = 0;
  while (stage.attempts.total < payments) {
    if (stage.fleet.fault !== null) throw stage.fleet.fault as Error;
    if (Date.now() > deadline) throw new Error(`Only ${stage.attempts.total} payments were begun in time.`);
    if (running.size >= AT_ONCE) await Promise.race(running);
    const name = plan.weighted(WEIGHTS);
    stories.set(name, (stories.get(name) ?? 0) + 1);
    number += 1;
    const told = tell(stage, name, number).finally(() => running.delete(told));
    running.add(told);
    if (number >= nextStrike) {
      await stage.fleet.strike(strikes);
      nextStrike += strikes.between(STORIES_BETWEEN_STRIKES.from, STORIES_BETWEEN_STRIKES.to);
    }
    if (stage.attempts.total >= nextWord) {
      say(`${stage.attempts.total} of ${payments} payments`);
      nextWord += Math.max(100, Math.round(payments / 20));
    }
  }
  await Promise.all(running);
}

/** Tells a story to its end. Its sessions end with it, sooner or later. */
async function tell(stage: Stage, name: TaleName, number: number): Promise<void> {
  const random = Random.of(stage.seed, 'story', number);
  const { scope, studio: where, tell: tale } = TALES[name];
  const candidates = methodNames.filter((method) => studiosOf(where, method, scope).length > 0);
  const method = random.pick(candidates);
  const story = new Story(name, number, random.pick(studiosOf(where, method, scope)), stage, {
    random,
    way: Random.of(stage.seed, 'way', number),
    deadline: Date.now() + STORY_MS,
  });
  try {
    await tale({ story, partner: new Partner(story), method });
  } catch (error) {
    if (!(error instanceof NeverAnswered)) throw error;
    stage.told.silence.push(`story ${number} (${name}): ${error.message}`);
  }
  for (const token of story.sessions) await stage.expire(token);
}

function studiosOf(
  where: 'any' | 'selling' | 'berlin',
  method: Parameters<typeof studiosWith>[0],
  scope: Parameters<typeof studiosWith>[1],
): ReturnType<typeof studiosWith> {
  const all = studiosWith(method, scope);
  if (where === 'berlin') return all.filter((studio) => studio === BERLIN);
  return where === 'selling' ? all.filter(({ sold }) => sold !== null) : all;
}

/** The time of a session is over now: its minutes are moved, not the clock of everybody. */
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

/**
 * Gives the jobs the time they need, in steps of the service's clock. When nothing is left to do, the tabs that were
 * forgotten are found again, and the jobs get their time once more.
 *
 * @returns milliseconds by which the clock went ahead.
 */
async function letJobsFinish(
  { fleet, forgotten }: Stage,
  db: Database,
  ledger: () => Promise<LedgerRow[]>,
  say: (line: string) => void,
): Promise<number> {
  let advanced = 0;
  for (const late of [[], forgotten]) {
    for (const act of late) await act().catch(() => {});
    const deadline = Date.now() + LONGEST_CALM_MS;
    let left = Infinity;
    while (left > 0 && Date.now() < deadline) {
      if (fleet.areAllListening) {
        await fleet.advance(STEP_OF_TIME_MS);
        advanced += STEP_OF_TIME_MS;
      }
      await wait(3_000);
      const books = await readBooks(db, await ledger(), new Date(Date.now() + advanced));
      left = [...unfinished(books)].length;
      say(`${left} things are left to the jobs`);
    }
  }
  return advanced;
}

async function rows(fleet: Fleet): Promise<LedgerRow[]> {
  return Value.Parse(Type.Object({ rows: Type.Array(LedgerRow) }), await fleet.ledger()).rows;
}

/** The integration of the studio with a receiver says that it is ready for events. */
async function confirmActivation(stage: Stage): Promise<void> {
  const story = new Story('activation', 0, BERLIN, stage, {
    random: Random.of(stage.seed, 'activation'),
    way: Random.of(stage.seed, 'way of the activation'),
    deadline: Date.now() + STORY_MS,
  });
  await new Partner(story).post('/v1/studios/confirmActivation', {});
}

function figuresOf(
  { attempts, fleet, repeats }: Stage,
  stories: Map<TaleName, number>,
  books: Books,
): string[] {
  const list = (counts: Iterable<readonly [string, number]>) =>
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const done = books.usages.filter(({ status }) => status === 'DONE').length;
  return [
    `payments ${attempts.total}: ${list(attempts.byMethod)}`,
    `stories: ${list(stories)}`,
    `killed: ${list(Object.entries(fleet.kills))}`,
    `calls of the provider: ${list(fleet.faults.happened)}`,
    `repeated by clients after: ${list(repeats)}`,
    `intents ${books.ledger.length}, usages done ${done}, contracts ${books.contracts.length}, events ${books.deliveries.length}`,
  ];
}
