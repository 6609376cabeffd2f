import type { Module } from '../../core/module.js';
import { checkInRoutes, utilizationRoutes } from './check-ins.routes.js';
import { endForgottenVisits } from './forgotten-visits.job.js';
import { checkInVoucherRoutes } from './vouchers.routes.js';

const VISITS_PAUSE_MS = 60_000;

/** Visits to a studio, and vouchers for a single visit. */
export const checkIns: Module = async (app, { context }) => {
  app.operations.push(checkInRoutes(context), utilizationRoutes(context), checkInVoucherRoutes(context));
  app.jobs.push({
    name: 'VISITS',
    pauseMs: VISITS_PAUSE_MS,
    work: ({ onFault, signal }) => endForgottenVisits(context, onFault, signal),
  });
};
