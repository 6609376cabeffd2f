import type { Context } from '../context.js';
import type { FastifyInstance } from 'fastify';
import { describeFault } from '../http/logging.js';
import type { Metrics } from '../metrics.js';
import { type Lane, type RoundOptions, roundsOf, runLane } from './round.js';
import { startRounds } from './scheduler.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** What runs by time; each module adds its own. */
    jobs: Job[];
  }
}

type Round = Required<RoundOptions>;

/** Work that runs by time, again and again. */
export interface Job {
  readonly name: string;
  /** Milliseconds between rounds; by default, those between the rounds that finish, expire and deliver things. */
  readonly pauseMs?: number;
  readonly work: (round: Round) => Promise<void>;
}

/** The jobs of lanes: one for each lane and provider. */
export function jobsOfLanes(context: Context, lanes: readonly Lane[]): Job[] {
  return roundsOf(lanes).map((round) => ({
    name: [round.lane.name, round.provider].filter(Boolean).join(' '),
    work: (options) => runLane(context, round, options),
  }));
}

/**
 * Starts every job of an app. Each runs independently: a slow provider or receiver delays only its own.
 *
 * @returns stops them, and waits for what they are at.
 */
export function startJobs(
  { jobs, log }: Pick<FastifyInstance, 'jobs' | 'log'>,
  options: { readonly pauseMs: number; readonly metrics: Metrics | undefined },
): () => Promise<void> {
  const { metrics } = options;
  const stops = jobs.map(({ name, pauseMs = options.pauseMs, work }) => {
    const onFault = (fault: unknown) => {
      metrics?.jobFailed(name);
      log.error(describeFault(fault), 'something could not be finished');
    };
    const round = async (untouchedFor: number, signal: AbortSignal) => {
      const begun = performance.now();
      await work({ untouchedFor, signal, onFault });
      metrics?.roundEnded(name, (performance.now() - begun) / 1000);
    };
    return startRounds(round, pauseMs, onFault);
  });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
