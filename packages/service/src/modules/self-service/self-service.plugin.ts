import type { Module } from '../../core/module.js';
import { selfServiceRoutes } from './self-service.routes.js';

/** Data that members see and change themselves, and the changes that staff decide about. */
export const selfService: Module = async (app, { context }) => {
  app.operations.push(selfServiceRoutes(context));
};
