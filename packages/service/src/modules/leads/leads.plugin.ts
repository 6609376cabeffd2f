import type { Module } from '../../core/module.js';
import { leadRoutes } from './leads.routes.js';

/** People who are interested in a membership. */
export const leads: Module = async (app, { context }) => {
  app.operations.push(leadRoutes(context));
};
