import { removeWhatIsOld } from './admin/retention/retention.js';
import type { RetentionSettings } from './admin/retention/settings.js';
import type { Context } from './core/context.js';
import { forgetNetworks } from './core/http/networks.js';
import { forgetCounts } from './core/http/rate-limit.js';
import { LANE_ROUNDS, runLane } from './core/jobs/round.js';
import { startRounds } from './core/jobs/scheduler.js';
import type { Metrics } from './core/metrics.js';
import { endForgottenVisits } from './modules/check-ins/forgotten-visits.job.js';
import { bringContractsForward } from './modules/memberships/contracts/bring-forward.job.js';
import { settleCredit } from './modules/payments/account/credit.job.js';
import { runPayments } from './modules/payments/charges/payment-runs.job.js';
import { deliverDue } from './modules/webhooks/deliveries.js';

interface Job {
  readonly name: string;
  readonly pauseMs: number;
  readonly work: (round: Round) => Promise<void>;
}

interface Round {
  readonly untouchedFor: number;
  readonly isBehind: boolean;
  readonly signal: AbortSignal;
  readonly onFault: (fault: unknown) => void;
}

export interface JobOptions {
  /** Milliseconds between the rounds that finish, expire and deliver things. */
  readonly pauseMs: number;
  /** Retention periods; everything is kept for ever when absent. */
  readonly retention: RetentionSettings | undefined;
  readonly metrics: Metrics | undefined;
  readonly onFault: (fault: unknown) => void;
}

/** Claims fall due by days. */
const CREDIT_PAUSE_MS = 60_000;
const CONTRACTS_PAUSE_MS = 60_000;
const VISITS_PAUSE_MS = 60_000;
const PAYMENT_RUN_PAUSE_MS = 600_000;
const COUNTS_PAUSE_MS = 300_000;
const RETENTION_PAUSE_MS = 3600_000;

/**
 * Starts every job, each for itself: nothing waits for a provider or a receiver of events that concerns it not.
 *
 * @returns stops them, and waits for what they are at.
 */
export function startJobs(context: Context, options: JobOptions): () => Promise<void> {
  const { metrics } = options;
  const stops = jobsOf(context, options).map(({ name, pauseMs, work }) => {
    const onFault = (fault: unknown) => {
      metrics?.jobFailed(name);
      options.onFault(fault);
    };
    const round = async (untouchedFor: number, signal: AbortSignal, isBehind: boolean) => {
      const begun = performance.now();
      await work({ untouchedFor, isBehind, signal, onFault });
      metrics?.roundEnded(name, (performance.now() - begun) / 1000);
    };
    return startRounds(round, pauseMs, onFault);
  });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function jobsOf(context: Context, { pauseMs, retention }: JobOptions): Job[] {
  return [
    ...LANE_ROUNDS.map((round) => ({
      name: [round.lane.name, round.provider].filter(Boolean).join(' '),
      pauseMs,
      work: (options: Round) => runLane(context, round, options),
    })),
    { name: 'DELIVERIES', pauseMs, work: ({ signal }) => deliverDue(context, { signal }) },
    {
      name: 'CREDIT',
      pauseMs: CREDIT_PAUSE_MS,
      work: ({ onFault, signal }) => settleCredit(context, onFault, signal),
    },
    {
      name: 'CONTRACTS',
      pauseMs: CONTRACTS_PAUSE_MS,
      work: ({ onFault, signal }) => bringContractsForward(context, onFault, signal),
    },
    {
      name: 'VISITS',
      pauseMs: VISITS_PAUSE_MS,
      work: ({ onFault }) => endForgottenVisits(context, onFault),
    },
    {
      name: 'PAYMENT_RUNS',
      pauseMs: PAYMENT_RUN_PAUSE_MS,
      work: ({ onFault, signal }) => runPayments(context, onFault, signal),
    },
    {
      name: 'COUNTS',
      pauseMs: COUNTS_PAUSE_MS,
      work: async () => {
        await forgetCounts(context.db);
        await forgetNetworks(context);
      },
    },
    ...(retention
      ? [
          {
            name: 'RETENTION',
            pauseMs: RETENTION_PAUSE_MS,
            work: ({ onFault, signal }: Round) => removeWhatIsOld(context, retention, onFault, signal),
          },
        ]
      : []),
  ];
}
