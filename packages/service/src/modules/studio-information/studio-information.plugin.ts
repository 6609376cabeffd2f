import type { Module } from '../../core/module.js';
import { studioInformationRoutes } from './studio-information.routes.js';

/** What studios publish about themselves, and their tags. */
export const studioInformation: Module = async (app, { context }) => {
  app.operations.push(studioInformationRoutes(context));
};
