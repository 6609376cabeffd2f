import type { Module } from '../../core/module.js';
import { deliverDue } from './deliveries.js';
import { webhookRoutes } from './webhooks.routes.js';

/** Events to partners: written with what they report, delivered by a job. */
export const webhooks: Module = async (app, { context }) => {
  app.operations.push(webhookRoutes(context));
  app.jobs.push({ name: 'DELIVERIES', work: ({ signal }) => deliverDue(context, { signal }) });
};
