import type { Module } from '../../core/module.js';
import { collectionBlockRoutes } from './blocks.routes.js';
import { collectionCaseRoutes } from './cases.routes.js';
import { collectionRunRoutes } from './runs.routes.js';

/** Debt collection: the claims that a studio hands to a collection partner, and the partner's reports. */
export const debtCollection: Module = async (app, { context }) => {
  app.operations.push(
    collectionRunRoutes(context),
    collectionCaseRoutes(context),
    collectionBlockRoutes(context),
  );
};
