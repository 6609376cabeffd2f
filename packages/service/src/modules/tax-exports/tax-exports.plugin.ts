import { queuesOf } from '../../core/jobs/retries.js';
import type { Module } from '../../core/module.js';
import { TAX_EXPORT_QUEUE } from './tax-exports.queue.js';
import { taxExportFileRoutes, taxExportRoutes } from './tax-exports.routes.js';

/** Lists of a studio's bookings for its tax advisor, written in the background. */
export const taxExports: Module = async (app, { context }) => {
  app.operations.push(taxExportRoutes(context));
  await app.register(taxExportFileRoutes(context));
  app.queues.push(...queuesOf(TAX_EXPORT_QUEUE, 0));
};
