import type { FastifyPluginAsync } from 'fastify';
import type { Context } from './core/context.js';
import type { Waiting } from './core/database/waiting.js';
import { emptyAnswers, setContentLanguage, forbidCaching } from './core/http/answers.js';
import { describeRefusals } from './core/http/description.js';
import { readMultipart } from './core/http/multipart.js';
import type { RateLimit } from './core/http/rate-limit.js';
import { shedLoad } from './core/http/shed-load.js';
import { tolerateRequests } from './core/http/tolerances.js';
import { allowCrossStudioAccess } from './modules/customer-queries/cross-studio-access.js';
import { requireGrants } from './modules/debt-collection/grants.js';
import { answerHead, requireApiKey } from './modules/integrations/api-key.js';
import { keyFinder } from './modules/integrations/find-key.js';

interface OpenApiParts {
  readonly context: Context;
  readonly rateLimit: RateLimit;
  /** Returns the current queue for the database. */
  readonly waiting: () => Waiting;
}

/** Maximum bytes of a body whose sender is identified by a key. */
const KNOWN_BODY_LIMIT = 512 * 1024;

/**
 * Registers all operations of the Open API behind the hooks that they share, in the order in which these run. HEAD is
 * handled for all of them in one place.
 */
export const openApi: FastifyPluginAsync<OpenApiParts> = async (scope, { context, rateLimit, waiting }) => {
  forbidCaching(scope);
  setContentLanguage(scope);
  emptyAnswers(scope);
  shedLoad(scope, waiting, rateLimit);
  const findKey = keyFinder(context.db);
  answerHead(scope, findKey, rateLimit);
  requireApiKey(scope, findKey, rateLimit);
  scope.addHook('onRoute', (route) => {
    if (route.config?.isPublic !== true) route.bodyLimit ??= KNOWN_BODY_LIMIT;
  });
  await readMultipart(scope);
  tolerateRequests(scope);
  allowCrossStudioAccess(scope, context.db);
  requireGrants(scope, context.db);
  describeRefusals(scope);
  for (const routes of scope.operations) await scope.register(routes);
};
