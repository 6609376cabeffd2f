import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { compileSchemas } from './compile-schemas.js';

const COUNT = { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } };

/**
 * Makes a service with two routes whose schemas are equal but separate objects, and which return the body that they
 * received.
 */
async function service() {
  const app = Fastify();
  const compiled = new Set<unknown>();
  compileSchemas(app);
  for (const path of ['/one', '/other']) {
    const schema = structuredClone({ body: COUNT, response: { 200: COUNT } });
    app.post(path, { schema }, async (request, reply) => {
      compiled.add(request.getValidationFunction('body'));
      compiled.add(reply.getSerializationFunction('200'));
      return request.body;
    });
  }
  await app.ready();
  return {
    compiled,
    send: (url: string, payload: object) => app.inject({ method: 'POST', url, payload }),
    close: () => app.close(),
  };
}

test.each(['/one', '/other'])('requests to %s are checked, and nothing in them is changed', async (url) => {
  const { send, close } = await service();
  const [right, wrong] = [await send(url, { count: 3, more: 4 }), await send(url, { count: '3' })];
  expect([right.statusCode, right.json()]).toEqual([200, { count: 3 }]);
  expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { message: 'body/count must be integer' }]);
  await close();
});

test('a schema is compiled once, however many routes and services have it', async () => {
  const services = [await service(), await service()];
  for (const { send, close } of services) {
    for (const url of ['/one', '/other']) expect((await send(url, { count: 3 })).statusCode).toBe(200);
    await close();
  }
  // There is one check and one serializer.
  expect(new Set(services.flatMap(({ compiled }) => [...compiled])).size).toBe(2);
});

test('a schema that cannot be compiled ends the start', async () => {
  const app = Fastify();
  compileSchemas(app);
  app.post('/', { schema: { body: { type: 'nothing' } } }, async () => null);
  await expect(app.ready()).rejects.toThrow(/schema/);
});
