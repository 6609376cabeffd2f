import type { Module } from '../../core/module.js';
import { accountRoutes } from './account.routes.js';
import { customerContractRoutes } from './contracts.routes.js';
import { customerRoutes } from './customers.routes.js';

/** Queries of the Open API about customers, with their contracts, accounts and access restrictions. */
export const customerQueries: Module = async (app, { context }) => {
  app.operations.push(customerRoutes(context), customerContractRoutes(context), accountRoutes(context));
};
