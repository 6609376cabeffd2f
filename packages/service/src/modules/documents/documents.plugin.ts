import type { Module } from '../../core/module.js';
import { documentsOfCustomerRoutes } from './customer-documents.routes.js';
import { documentRoutes } from './documents.routes.js';

/** Files of customers, encrypted, behind addresses that expire. */
export const documents: Module = async (app, { context }) => {
  app.operations.push(documentsOfCustomerRoutes(context));
  await app.register(documentRoutes(context));
};
