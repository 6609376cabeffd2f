import type { Module, ModuleOptions } from '../../core/module.js';
import { type DeliveryOptions, deliveryQueue } from './deliveries.js';
import { webhookRoutes } from './webhooks.routes.js';

/** Notifies partners of events. Events are written in the transaction that they report on, and a queue delivers them. */
export const webhooks: Module<ModuleOptions & DeliveryOptions> = async (app, { context, fetchEvent }) => {
  app.operations.push(webhookRoutes(context));
  app.queues.push(deliveryQueue({ fetchEvent }));
};
