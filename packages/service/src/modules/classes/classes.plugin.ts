import type { Module } from '../../core/module.js';
import { classBookingRoutes, classRoutes } from './classes.routes.js';
import { trialBookingRoutes, trialClassRoutes } from './trial-offers.routes.js';
import { trialSessionRoutes } from './trial-sessions.routes.js';
import { cancelUnconfirmed } from './unconfirmed-bookings.job.js';

const BOOKINGS_PAUSE_MS = 60_000;

/** Classes, their bookings, trials, and the legacy trial sessions. */
export const classes: Module = async (app, { context }) => {
  app.operations.push(
    classRoutes(context),
    classBookingRoutes(context),
    trialClassRoutes(context),
    trialBookingRoutes(context),
    trialSessionRoutes(context),
  );
  app.jobs.push({
    name: 'BOOKINGS',
    pauseMs: BOOKINGS_PAUSE_MS,
    work: ({ onFault, signal }) => cancelUnconfirmed(context, onFault, signal),
  });
};
