import type { Module } from '../../core/module.js';
import { homeStudioRoutes } from './home-studio.routes.js';

/** The studio to which a customer belongs, and moves to another one. */
export const homeStudio: Module = async (app, { context }) => {
  app.operations.push(homeStudioRoutes(context));
};
