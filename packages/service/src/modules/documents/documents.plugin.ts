import type { Module } from '../../core/module.js';
import { documentsOfCustomerRoutes } from './customer-documents.routes.js';
import { documentRoutes } from './documents.routes.js';

/** Serves customers' files, which are stored encrypted, at addresses that expire. */
export const documents: Module = async (app, { context }) => {
  app.operations.push(documentsOfCustomerRoutes(context));
  await app.register(documentRoutes(context));
};
