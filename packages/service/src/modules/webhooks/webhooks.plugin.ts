import type { Module } from '../../core/module.js';
import { deliveryQueue } from './deliveries.js';
import { webhookRoutes } from './webhooks.routes.js';

/** Notifies partners of events. Events are written in the transaction that they report on, and a queue delivers them. */
export const webhooks: Module = async (app, { context }) => {
  app.operations.push(webhookRoutes(context));
  app.queues.push(deliveryQueue());
};
