import type { Module } from '../../core/module.js';
import { queuesOf } from '../../core/jobs/retries.js';
import { additionalModuleRoutes } from './additional-modules/additional-modules.routes.js';
import { cancelationRoutes } from './cancelations/cancelations.routes.js';
import { advanceContracts } from './contracts/advance.job.js';
import { contractDocumentRoutes } from './contracts/documents/contract-documents.routes.js';
import { DECLARATION_QUEUE } from './declarations/declarations.queue.js';
import { declarationRoutes } from './declarations/declarations.routes.js';
import { idlePeriodChangeRoutes, idlePeriodRoutes } from './idle-periods/idle-periods.routes.js';
import { imageRoutes } from './offers/images.routes.js';
import { membershipOfferRoutes } from './offers/offers.routes.js';
import { onlineOfferRoutes } from './offers/online-offers.routes.js';
import { SALES_QUEUE } from './sales/sales.queue.js';
import { signupRoutes } from './sign-up/signup.routes.js';
import { switchRoutes } from './switches/switches.routes.js';
import { WITHDRAWALS_QUEUE } from './withdrawals/withdrawals.queue.js';

const CONTRACTS_PAUSE_MS = 60_000;

/** Membership offers, the contracts signed for them, and their changes over time. */
export const memberships: Module = async (app, { context, rateLimit }) => {
  app.operations.push(
    cancelationRoutes(context),
    membershipOfferRoutes(context),
    onlineOfferRoutes(context),
    signupRoutes(context),
    switchRoutes(context),
    idlePeriodRoutes(context),
    idlePeriodChangeRoutes(context),
    additionalModuleRoutes(context),
  );
  await app.register(imageRoutes(context));
  await app.register(contractDocumentRoutes(context, rateLimit));
  await app.register(declarationRoutes(context, rateLimit));
  app.queues.push(
    ...queuesOf(SALES_QUEUE),
    ...queuesOf(DECLARATION_QUEUE, 0),
    ...queuesOf(WITHDRAWALS_QUEUE, 0),
  );
  app.jobs.push({
    name: 'CONTRACTS',
    pauseMs: CONTRACTS_PAUSE_MS,
    work: ({ onFault, signal }) => advanceContracts(context, onFault, signal),
  });
};
