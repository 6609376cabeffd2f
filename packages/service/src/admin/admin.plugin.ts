import type { FastifyPluginAsync } from 'fastify';
import type { Context } from '../core/context.js';
import type { Waiting } from '../core/database/waiting.js';
import type { Metrics } from '../core/metrics.js';
import { watchState } from './operations/watch-state.js';
import type { RetentionSettings } from './retention/retention-periods.js';
import { applyRetention } from './retention/retention.js';
import { studioRoutes } from './studio-page/studio.routes.js';

export interface AdminOptions {
  /** Whether to serve the studio page; for test environments only. */
  readonly studioPage?: boolean;
  /** Address of the demo's pages, to which the studio page links. */
  readonly demoUrl?: string | null;
  /** Retention periods; without them, all data is kept for ever. */
  readonly retention?: RetentionSettings;
  readonly metrics?: Metrics;
}

interface AdminParts extends AdminOptions {
  readonly context: Context;
  /** Returns how many requests wait for the database, and for how long. */
  readonly waiting: () => Waiting;
}

const RETENTION_PAUSE_MS = 3600_000;

/** Registers the tools for operators and staff that concern several modules. */
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
