import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyPluginAsync } from 'fastify';
import type { Context } from './context.js';
import type { RateLimit } from './http/rate-limit.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Routes of the Open API. Each module adds its own, and `open-api.ts` registers all of them behind its checks. */
    operations: FastifyPluginAsyncTypebox[];
  }
}

export interface ModuleOptions {
  readonly context: Context;
  readonly rateLimit: RateLimit;
}

/** A feature of the service: a plugin that registers its routes and adds to `app.operations`, `app.queues` and `app.jobs`. */
export type Module<Options extends ModuleOptions = ModuleOptions> = FastifyPluginAsync<Options>;
