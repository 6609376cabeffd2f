import type { Module } from '../../core/module.js';
import { collectionBlockRoutes } from './blocks.routes.js';
import { collectionCaseRoutes } from './cases.routes.js';
import { collectionRunRoutes } from './runs.routes.js';

/** What a studio hands to a debt collection partner, and what the partner reports of it. */
export const debtCollection: Module = async (app, { context }) => {
  app.operations.push(
    collectionRunRoutes(context),
    collectionCaseRoutes(context),
    collectionBlockRoutes(context),
  );
};
