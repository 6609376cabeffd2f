import type { Module } from '../../core/module.js';
import { accountRoutes } from './account.routes.js';
import { customerContractRoutes } from './contracts.routes.js';
import { customerRoutes } from './customers.routes.js';

/** Customers as the Open API reads them: with their contracts, their account and what keeps them out. */
export const customerQueries: Module = async (app, { context }) => {
  app.operations.push(customerRoutes(context), customerContractRoutes(context), accountRoutes(context));
};
