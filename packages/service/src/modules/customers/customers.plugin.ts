import type { Module } from '../../core/module.js';
import { preferenceRoutes } from './communication/preferences.routes.js';
import { threadRoutes } from './communication/threads.routes.js';
import { contactDataRoutes } from './contact-data/contact-data.routes.js';
import { memberListRoutes } from './member-lists/member-lists.routes.js';

/** A studio's customers, their contact data, communication and lists. */
export const customers: Module = async (app, { context }) => {
  app.operations.push(
    contactDataRoutes(context),
    threadRoutes(context),
    preferenceRoutes(context),
    memberListRoutes(context),
  );
};
