import type { Module } from '../../core/module.js';
import { trialBookingRoutes, trialClassRoutes } from './trial-offers.routes.js';
import { trialSessionRoutes } from './trial-sessions.routes.js';

/** Trial classes, their bookings, and the legacy trial sessions. */
export const classes: Module = async (app, { context }) => {
  app.operations.push(trialClassRoutes(context), trialBookingRoutes(context), trialSessionRoutes(context));
};
