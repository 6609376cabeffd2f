import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.js';
import { describeFault } from '../http/logging.js';
import type { Metrics } from '../metrics.js';
import { inJobSpan } from '../trace.js';
import { EXTENSION_MS, Leases } from './leases.js';
import { dueQueues, type Queue, QueueWorker } from './queue.js';
import { repeat } from './repeat.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Periodic jobs of the service; each module adds its own. */
    jobs: Job[];
    /** Queues of the service; each module adds its own. */
    queues: Queue[];
  }
}

/** Work that one of the processes runs at intervals. */
export interface Job {
  readonly name: string;
  /** Milliseconds between two runs. */
  readonly pauseMs: number;
  readonly work: (run: Run) => Promise<void>;
}

interface Run {
  /** Receives the fault of each item that could not be finished; the others continue. */
  readonly onFault: (fault: unknown) => void;
  /** Stops the run after the current item. */
  readonly signal: AbortSignal;
  readonly traceId: string;
}

/**
 * Starts the queues and the periodic jobs of an app. An idle process sends two queries per pause: one finds the queues
 * in which work is due, the other takes the periodic jobs that are.
 *
 * @returns a function that stops the work and waits for what is in progress.
 */
export function startJobs(
  { jobs, queues, log }: Pick<FastifyInstance, 'jobs' | 'queues' | 'log'>,
  context: Context,
  { pauseMs, metrics }: { readonly pauseMs: number; readonly metrics: Metrics | undefined },
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const faultsOf = (name: string) => (fault: unknown) => {
    metrics?.jobFailed(name);
    log.error(describeFault(fault), 'a job could not finish an item');
  };
  const workers = queues.map((queue) => {
    const onEnd = (seconds: number) => metrics?.jobEnded(queue.name, seconds);
    return new QueueWorker(context, queue, { onFault: faultsOf(queue.name), onEnd, signal });
  });
  const leases = new Leases(context.db);
  const running = new Map<string, Promise<void>>();
  const run = async (job: Job) => {
    const begun = performance.now();
    await runUnderLease(leases, job, { onFault: faultsOf(job.name), signal });
    metrics?.jobEnded(job.name, (performance.now() - begun) / 1000);
  };
  let isAdded = false;
  const stopPolling = repeat(
    async () => {
      if (!isAdded) await leases.add(jobs.map(({ name }) => name));
      isAdded = true;
      const due = await dueQueues(context, queues);
      for (const worker of workers) {
        if (due.has(worker.queue.name)) worker.wake();
        else metrics?.jobSeen(worker.queue.name);
      }
      const idle = jobs.filter(({ name }) => !running.has(name));
      const taken = new Set(await leases.take(idle.map(({ name }) => name)));
      for (const job of idle.filter(({ name }) => taken.has(name))) {
        running.set(
          job.name,
          run(job).finally(() => running.delete(job.name)),
        );
      }
    },
    pauseMs,
    faultsOf('POLL'),
  );
  return async () => {
    stopping.abort();
    await stopPolling();
    await Promise.all([...workers.map((worker) => worker.rest()), ...running.values()]);
  };
}

/** Runs a job while its lease lasts. The job stops when another process has taken it over. */
async function runUnderLease(
  leases: Leases,
  { name, pauseMs, work }: Job,
  { onFault, signal }: Omit<Run, 'traceId'>,
): Promise<void> {
  const lost = new AbortController();
  const stopExtending = repeat(
    async () => {
      if (!(await leases.extend(name))) lost.abort();
    },
    EXTENSION_MS,
    onFault,
  );
  try {
    const either = AbortSignal.any([signal, lost.signal]);
    await inJobSpan(name, (traceId) => work({ onFault, signal: either, traceId }));
  } catch (fault) {
    onFault(fault);
  } finally {
    await stopExtending();
    // A job that was stopped is due at once, for another process.
    await leases.giveBack(name, signal.aborted ? 0 : pauseMs).catch(onFault);
  }
}
