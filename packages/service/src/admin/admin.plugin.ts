import type { FastifyPluginAsync } from 'fastify';
import type { Context } from '../core/context.js';
import type { Waiting } from '../core/database/waiting.js';
import type { Metrics } from '../core/metrics.js';
import { watchState } from './operations/watch-state.js';
import type { RetentionSettings } from './retention/retention-periods.js';
import { applyRetention } from './retention/retention.js';
import { studioRoutes } from './studio-page/studio.routes.js';

export interface AdminOptions {
  /** The studio page; for a test environment only. */
  readonly studioPage?: boolean;
  /** The address of the demo's pages, which the studio page links to. */
  readonly demoUrl?: string | null;
  /** Retention periods; everything is kept for ever when absent. */
  readonly retention?: RetentionSettings;
  readonly metrics?: Metrics;
}

interface AdminParts extends AdminOptions {
  readonly context: Context;
  /** The queue for the database as it is now. */
  readonly waiting: () => Waiting;
}

const RETENTION_PAUSE_MS = 3600_000;

/** What operators and staff see and do across all modules. */
export const admin: FastifyPluginAsync<AdminParts> = async (app, options) => {
  const { context, waiting, metrics, retention } = options;
  if (metrics) watchState(metrics, { ...context, waiting });
  if (options.studioPage) await app.register(studioRoutes(context, options.demoUrl ?? null));
  if (retention) {
    app.jobs.push({
      name: 'RETENTION',
      pauseMs: RETENTION_PAUSE_MS,
      work: ({ onFault, signal }) => applyRetention(context, retention, onFault, signal),
    });
  }
};
