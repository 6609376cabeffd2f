import type { Module } from '../../core/module.js';
import { weighingRoutes } from './weighings.routes.js';

/** Results of body scales. */
export const weighings: Module = async (app, { context }) => {
  app.operations.push(weighingRoutes(context));
};
