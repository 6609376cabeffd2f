import type { Module } from '../../core/module.js';
import { employeeRoutes } from './employees.routes.js';

/** The people who work in a studio. */
export const employees: Module = async (app, { context }) => {
  app.operations.push(employeeRoutes(context));
};
