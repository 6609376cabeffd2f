import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { inTime } from './concurrency.js';

/**
 * Measurements of the service. Labels are routes, jobs and kinds, never an id, an address or the content of a request.
 */
export interface Metrics {
  /**
   * Counts and times a response.
   *
   * @param route pattern of the route, such as `/api/v1/payments/:id/authentication`
   */
  requestAnswered(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** Counts and times a call to a payment provider, including its repeated attempts. */
  providerCalled(call: {
    readonly provider: string;
    readonly operation: string;
    readonly outcome: CallOutcome;
    readonly seconds: number;
  }): void;
  /** Counts and times an item of a queue, or a run of a periodic job. */
  jobEnded(job: string, seconds: number): void;
  /** Notes that a queue was found without due work. */
  jobSeen(job: string): void;
  jobFailed(job: string): void;
  /**
   * Adds a gauge with one number for each kind, which is read whenever the metrics are requested. It is left out when
   * it cannot be read.
   */
  watch(gauge: { readonly name: string; readonly help: string }, read: () => Promise<Counts>): void;
  /** Returns all metrics in the text format of Prometheus. */
  print(): Promise<string>;
}

/** A declined payment is an answer too. `refused`: nothing happened. `unknown`: only a repeated call shows it. */
export type CallOutcome = 'answered' | 'refused' | 'unknown';

export type Counts = readonly { readonly kind: string; readonly count: number }[];

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CALL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60];
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60];
/** Label for the name of a job. Prometheus uses the label `job` for the target that it reads. */
const JOB = 'job_name';

/** Time limit for one gauge. Gauges that query the database wait for it, and the other metrics wait with them. */
const TIMEOUT_MS = 3_000;

/** Creates the metrics of this process, including those of Node that dashboards expect. */
export function createMetrics(timeoutMs = TIMEOUT_MS): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'upc_http_request_duration_seconds',
    help: 'Requests by method, pattern of the route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const calls = new Histogram({
    name: 'upc_provider_call_duration_seconds',
    help: 'Calls to payment providers by operation and outcome.',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: CALL_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: 'upc_job_duration_seconds',
    help: 'Items of queues, and runs of periodic jobs.',
    labelNames: [JOB],
    buckets: JOB_SECONDS,
    registers,
  });
  const seen = new Gauge({
    name: 'upc_job_last_seen_timestamp_seconds',
    help: 'When a job last did something or found nothing to do; the clock of the process.',
    labelNames: [JOB],
    registers,
  });
  const faults = new Counter({
    name: 'upc_job_faults_total',
    help: 'Items that a job could not finish and will retry.',
    labelNames: [JOB],
    registers,
  });
  const unread = new Counter({
    name: 'upc_metric_faults_total',
    help: 'How often a number could not be read, and was left out.',
    labelNames: ['metric'],
    registers,
  });
  return {
    requestAnswered({ seconds, ...labels }) {
      requests.observe(labels, seconds);
    },
    providerCalled({ seconds, ...labels }) {
      calls.observe(labels, seconds);
    },
    jobEnded(job, seconds) {
      jobs.observe({ [JOB]: job }, seconds);
      seen.setToCurrentTime({ [JOB]: job });
    },
    jobSeen(job) {
      seen.setToCurrentTime({ [JOB]: job });
    },
    jobFailed(job) {
      faults.inc({ [JOB]: job });
    },
    watch({ name, help }, read) {
      const gauge = new Gauge<'kind'>({
        name,
        help,
        labelNames: ['kind'],
        registers,
        async collect() {
          // A missing value is noticed; the last known one would be mistaken for the current one.
          gauge.reset();
          try {
            for (const { kind, count } of await inTime(read(), timeoutMs)) gauge.set({ kind }, count);
          } catch {
            unread.inc({ metric: name });
          }
        },
      });
    },
    print: () => registry.metrics(),
  };
}
