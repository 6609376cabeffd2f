import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, expect } from 'vitest';

const CHANNEL = 'fastify.initialization';

/** Statuses of HEAD, which the description only mentions in its text (specification, Errors). */
const HEAD = ['200', '401'];

/**
 * Statuses that a service in this process has returned although the operation does not describe them. As setup of every
 * test, this module makes a test fail if there are any.
 */
const undeclared: string[] = [];

const watch = (message: unknown) => {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  fastify.addHook('onResponse', async ({ method, routeOptions, server }, { statusCode }) => {
    const { schema, url = '' } = routeOptions;
    // The simulated provider has similar addresses, but no integrations.
    const isOperation = /^\/(connect\/)?v1\//.test(url) && server.hasRequestDecorator('integration');
    if (!isOperation || method === 'OPTIONS') return;
    const declared = method === 'HEAD' ? HEAD : Object.keys(schema?.response ?? {});
    if (!declared.includes(String(statusCode))) undeclared.push(`${method} ${url} ${statusCode}`);
  });
};

subscribe(CHANNEL, watch);
afterAll(() => {
  unsubscribe(CHANNEL, watch);
});
afterEach(() => {
  expect(undeclared.splice(0), 'statuses that the description does not list').toEqual([]);
});
