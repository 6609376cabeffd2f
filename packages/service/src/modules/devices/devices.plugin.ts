import type { Module } from '../../core/module.js';
import { deviceRoutes } from './devices.routes.js';

/** Serves the operations for a studio's devices, which integrations run. */
export const devices: Module = async (app, { context }) => {
  app.operations.push(deviceRoutes(context));
};
