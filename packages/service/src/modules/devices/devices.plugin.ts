import type { Module } from '../../core/module.js';
import { deviceRoutes } from './devices.routes.js';

/** Devices of a studio, which integrations run. */
export const devices: Module = async (app, { context }) => {
  app.operations.push(deviceRoutes(context));
};
