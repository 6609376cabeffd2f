import type { Context } from '../context.js';
import type { FastifyInstance } from 'fastify';
import { describeFault } from '../http/logging.js';
import type { Metrics } from '../metrics.js';
import { type Queue, type BatchOptions, providerQueues, runBatch } from './batch.js';
import { startBatches } from './scheduler.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Jobs of the service; each module adds its own. */
    jobs: Job[];
  }
}

type Batch = Required<BatchOptions>;

/** Work that runs repeatedly at intervals. */
export interface Job {
  readonly name: string;
  /** Milliseconds between two batches; the service's usual pause if absent. */
  readonly pauseMs?: number;
  readonly work: (batch: Batch) => Promise<void>;
}

/** Makes one job for each queue and provider. */
export function jobsOfQueues(context: Context, queues: readonly Queue[]): Job[] {
  return providerQueues(queues).map((of) => ({
    name: [of.queue.name, of.provider].filter(Boolean).join(' '),
    work: (options) => runBatch(context, of, options),
  }));
}

/**
 * Starts every job of an app. Each runs independently: a slow provider or receiver delays only its own.
 *
 * @returns a function that stops the jobs and waits for their current work.
 */
export function startJobs(
  { jobs, log }: Pick<FastifyInstance, 'jobs' | 'log'>,
  options: { readonly pauseMs: number; readonly metrics: Metrics | undefined },
): () => Promise<void> {
  const { metrics } = options;
  const stops = jobs.map(({ name, pauseMs = options.pauseMs, work }) => {
    const onFault = (fault: unknown) => {
      metrics?.jobFailed(name);
      log.error(describeFault(fault), 'a job could not finish an item');
    };
    const batch = async (untouchedFor: number, signal: AbortSignal) => {
      const begun = performance.now();
      await work({ untouchedFor, signal, onFault });
      metrics?.batchEnded(name, (performance.now() - begun) / 1000);
    };
    return startBatches(batch, pauseMs, onFault);
  });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
