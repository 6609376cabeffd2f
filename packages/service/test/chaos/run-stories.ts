import { methodNames } from '@upc/contract/catalogue';
import type { PaymentMethod } from '@upc/contract/gateway';
import type { Options } from './options.js';
import { Partner } from './partner.js';
import { NeverAnswered } from './retrying-client.js';
import { Random } from '@upc/server-kit/random';
import { TALES, WEIGHTS, type TaleName } from './stories/tales.js';
import { Story, type Stage } from './story.js';
import { STUDIOS_WITH_BANK, type StudioOfPartner, studiosFor } from './studios.js';

const AT_ONCE = 24;
/** Milliseconds that a story may take; a client without a response by then gives up. */
const STORY_MS = 300_000;
/** Additional share of methods that studios' own banks collect, because few of their payments become debits. */
const BANK_SHARE = 0.4;
const STORIES_BETWEEN_STRIKES = { from: 10, to: 40 };
/**
 * Limits in milliseconds, for the start and for each payment, after which a run counts as hanging: nothing here waits
 * for more than minutes.
 */
const LONGEST_MS = { start: 600_000, payment: 500 };

/**
 * Runs many stories at once until enough payments have been started or the time is over, and kills processes meanwhile.
 *
 * @returns how often each story was run.
 * @throws Error if a process does not start again, or if the run takes too long.
 */
export async function runStories(
  stage: Stage,
  { payments, minutes }: Options,
  say: (line: string) => void,
): Promise<ReadonlyMap<TaleName, number>> {
  const stories = new Map<TaleName, number>();
  const plan = Random.of(stage.seed, 'plan');
  const strikes = Random.of(stage.seed, 'strikes');
  const end = minutes === null ? Infinity : Date.now() + minutes * 60_000;
  const deadline = Date.now() + LONGEST_MS.start + payments * LONGEST_MS.payment;
  const running = new Set<Promise<void>>();
  let number = 0;
  let nextStrike = STORIES_BETWEEN_STRIKES.to;
  let nextWord = 0;
  while (stage.attempts.total < payments && Date.now() < end) {
    if (stage.fleet.fault !== null) throw stage.fleet.fault as Error;
    if (Date.now() > deadline) throw new Error(`Only ${stage.attempts.total} payments were begun in time.`);
    if (running.size >= AT_ONCE) await Promise.race(running);
    const name = plan.weighted(WEIGHTS);
    stories.set(name, (stories.get(name) ?? 0) + 1);
    number += 1;
    const story = runStory(stage, name, number).finally(() => running.delete(story));
    running.add(story);
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
  return stories;
}

/** Where a story is set, and the method that it is about. */
interface Setting {
  readonly studio: StudioOfPartner;
  readonly method: PaymentMethod;
}

function anySetting(name: TaleName, random: Random): Setting {
  const { scope, studio } = TALES[name];
  const methods = methodNames.filter((each) => studiosFor(studio, each, scope).length > 0);
  const method = random.pick(random.chance(BANK_SHARE) ? methods.filter(isOfBanks) : methods);
  return { studio: random.pick(studiosFor(studio, method, scope)), method };
}

const isOfBanks = (method: PaymentMethod): boolean =>
  STUDIOS_WITH_BANK.some(({ bank }) => bank !== null && method in bank);

/** Runs a story to its end, then expires its sessions. @param setting chosen at random unless it is given. */
export async function runStory(
  stage: Stage,
  name: TaleName,
  number: number,
  setting?: Setting,
): Promise<void> {
  const random = Random.of(stage.seed, 'story', number);
  const { run } = TALES[name];
  const { studio, method } = setting ?? anySetting(name, random);
  const story = new Story(name, number, studio, stage, {
    random,
    way: Random.of(stage.seed, 'way', number),
    deadline: Date.now() + STORY_MS,
  });
  try {
    await run({ story, partner: new Partner(story), method });
  } catch (error) {
    if (!(error instanceof NeverAnswered)) throw error;
    stage.history.silence.push(`story ${number} (${name}): ${error.message}`);
  }
  for (const token of story.sessions) await stage.expire(token);
}
