import type { Module } from '../../core/module.js';
import { aggregatorRoutes } from './aggregators.routes.js';

/** Members of aggregators, and the service's requests to aggregators. */
export const aggregators: Module = async (app, { context }) => {
  app.operations.push(aggregatorRoutes(context));
};
