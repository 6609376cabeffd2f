import type { Module } from '../../core/module.js';
import { benefitRoutes } from './benefits.routes.js';

/** What contracts include besides training, with a limited number of uses. */
export const benefits: Module = async (app, { context }) => {
  app.operations.push(benefitRoutes(context));
};
