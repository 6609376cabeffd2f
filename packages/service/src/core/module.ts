import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Context } from './context.js';
import type { RateLimit } from './http/rate-limit.js';

/** What a module is registered with. */
export interface ModuleOptions {
  readonly context: Context;
  readonly rateLimit: RateLimit;
  /** Registers routes of the Open API, behind its checks: the API key, its scopes, the limits. */
  readonly openApi: (app: FastifyInstance, ...routes: readonly FastifyPluginAsyncTypebox[]) => Promise<void>;
}

/** A feature of the service: a plugin that registers its routes and adds its jobs to `app.jobs`. */
export type Module<Options extends ModuleOptions = ModuleOptions> = FastifyPluginAsync<Options>;
