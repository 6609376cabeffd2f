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
  /** @returns how many things it has finished; 0 for upkeep. */
  readonly work: (run: Run) => Promise<number>;
}

interface Run {
  /** Receives the fault of each item that could not be finished; the others continue. */
  readonly onFault: (fault: unknown) => void;
  /** Stops the run after the current item. */
  readonly signal: AbortSignal;
  readonly traceId: string;
}

export interface RunningJobs {
  /**
   * Lets time pass, runs the periodic jobs that are due then, and works on the queues until nothing is due in them.
   *
   * @returns how many things each job and queue has finished meanwhile.
   */
  runDue(passedMs: number): Promise<JobCounts>;
  /** Stops the work and waits for what is in progress. */
  stop(): Promise<void>;
}

/** Numbers of finished things by the name of their job or queue, without zeros. */
export type JobCounts = Readonly<Record<string, number>>;

/**
 * Starts the queues and the periodic jobs of an app. An idle process sends two queries per pause: one finds the queues
 * in which work is due, the other takes the periodic jobs that are.
 *
 * @param pauseMs milliseconds between two searches for due work; if absent, only `runDue` runs jobs.
 */
export function startJobs(
  { jobs, queues, log }: Pick<FastifyInstance, 'jobs' | 'queues' | 'log'>,
  context: Context,
  { pauseMs, metrics }: { readonly pauseMs: number | undefined; readonly metrics: Metrics | undefined },
): RunningJobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  const faultsOf = (name: string) => (fault: unknown) => {
    metrics?.jobFailed(name);
    log.error(describeFault(fault), 'a job could not finish an item');
  };
  const finished = new Map<string, number>();
  const finishes = (name: string) => (count: number) => {
    if (count > 0) finished.set(name, (finished.get(name) ?? 0) + count);
  };
  const workers = queues.map((queue) => {
    const { name } = queue;
    const onEnd = (seconds: number) => metrics?.jobEnded(name, seconds);
    const options = { onFault: faultsOf(name), onEnd, onFinished: finishes(name), signal };
    return new QueueWorker(context, queue, options);
  });
  const leases = new Leases(context.db);
  const running = new Map<string, Promise<void>>();
  const run = async (job: Job) => {
    const begun = performance.now();
    finishes(job.name)(await runUnderLease(leases, job, { onFault: faultsOf(job.name), signal }));
    metrics?.jobEnded(job.name, (performance.now() - begun) / 1000);
  };
  let isAdded = false;
  const addOnce = async () => {
    if (!isAdded) await leases.add(jobs.map(({ name }) => name));
    isAdded = true;
  };
  const search = async () => {
    await addOnce();
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
  };
  let searching = Promise.resolve();
  /** Searches for due work, after the search in progress. */
  const poll = () => (searching = searching.then(search, search));
  const rest = () => Promise.all([...workers.map((worker) => worker.rest()), ...running.values()]);
  const stopPolling = pauseMs === undefined ? null : repeat(poll, pauseMs, faultsOf('POLL'));
  const runDue = async (passedMs: number) => {
    await searching.catch(() => undefined);
    await rest();
    const before = new Map(finished);
    await addOnce();
    await leases.letPass(
      passedMs,
      jobs.map(({ name }) => name),
    );
    await poll();
    await rest();
    const counts = [...finished].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  };
  const stop = async () => {
    stopping.abort();
    await stopPolling?.();
    await searching.catch(() => undefined);
    await rest();
  };
  return { runDue, stop };
}

/**
 * Runs a job while its lease lasts. The job stops when another process has taken it over.
 *
 * @returns how many things it has finished; 0 if it failed.
 */
async function runUnderLease(
  leases: Leases,
  { name, pauseMs, work }: Job,
  { onFault, signal }: Omit<Run, 'traceId'>,
): Promise<number> {
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
    return await inJobSpan(name, (traceId) => work({ onFault, signal: either, traceId }));
  } catch (fault) {
    onFault(fault);
    return 0;
  } finally {
    await stopExtending();
    // A job that was stopped is due at once, for another process.
    await leases.giveBack(name, signal.aborted ? 0 : pauseMs).catch(onFault);
  }
}
