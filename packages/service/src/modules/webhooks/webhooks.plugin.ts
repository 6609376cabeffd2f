import type { Module } from '../../core/module.js';
import { deliverDue } from './deliveries.js';
import { webhookRoutes } from './webhooks.routes.js';

/** Notifies partners of events. Events are written in the transaction that they report on, and a job delivers them. */
export const webhooks: Module = async (app, { context }) => {
  app.operations.push(webhookRoutes(context));
  app.jobs.push({ name: 'DELIVERIES', work: ({ signal }) => deliverDue(context, { signal }) });
};
