import type { Module } from '../../core/module.js';
import { aggregatorRoutes } from './aggregators.routes.js';

/** Members of aggregators, and what the service asks an aggregator. */
export const aggregators: Module = async (app, { context }) => {
  app.operations.push(aggregatorRoutes(context));
};
