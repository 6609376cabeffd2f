import type { Module } from '../../core/module.js';
import { accessCodeRoutes } from './access-code/access-code.routes.js';
import { accessMediumRoutes } from './access-mediums/access-mediums.routes.js';
import { additionalFieldRoutes } from './additional-fields/additional-fields.routes.js';
import { preferenceRoutes } from './communication/preferences.routes.js';
import { threadRoutes } from './communication/threads.routes.js';
import { customerImageLinkRoutes, customerImageRoutes } from './images/images.routes.js';
import { memberListRoutes } from './member-lists/member-lists.routes.js';
import { partnerRestrictionRoutes } from './partner-restrictions/partner-restrictions.routes.js';

/** A studio's customers, their contact data, communication and lists. */
export const customers: Module = async (app, { context }) => {
  app.operations.push(
    additionalFieldRoutes(context),
    accessMediumRoutes(context),
    partnerRestrictionRoutes(context),
    accessCodeRoutes(context),
    customerImageRoutes(context),
    threadRoutes(context),
    preferenceRoutes(context),
    memberListRoutes(context),
  );
  await app.register(customerImageLinkRoutes(context));
};
