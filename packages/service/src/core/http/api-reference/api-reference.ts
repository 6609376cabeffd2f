import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { redocScript } from './redoc-script.js';

/** The page, its style sheet and its script, which also start Redoc on the documentation site. */
const SOURCES = fileURLToPath(new URL('.', import.meta.url));
/** Redoc, as `npm run build` makes it. */
const BUILT = fileURLToPath(new URL('../../../../dist/api-reference', import.meta.url));

/** Hashes of the style elements that Redoc adds: an empty one, which it fills by script, and one for scroll bars. */
const STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
].join(' ');

const HEADERS = {
  // The search runs in a worker that Redoc makes from its own text.
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' ${STYLES}; connect-src 'self'; img-src 'self' data:; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The browser asks every time whether its copy is current, because the addresses are the same for every version.
  'cache-control': 'no-cache',
};

/** Serves the description of the Open API for readers at `/open-api/`. */
export const apiReference: FastifyPluginAsync = async (app) => {
  await app.register(fastifyStatic, {
    root: SOURCES,
    serve: false,
    cacheControl: false,
    // The build has compressed Redoc.
    preCompressed: true,
  });
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(HEADERS);
  });
  const hide = { schema: { hide: true } };
  // The addresses in the page are relative, so that it also works on the documentation site.
  app.get('/open-api', hide, async (_, reply) => reply.redirect('open-api/'));
  app.get('/open-api/', hide, async (_, reply) => reply.sendFile('page.html', SOURCES));
  for (const file of ['reference.css', 'reference.js'])
    app.get(`/open-api/${file}`, hide, async (_, reply) => reply.sendFile(file, SOURCES));
  app.get('/open-api/redoc.js', hide, async (_, reply) =>
    existsSync(path.join(BUILT, 'redoc.js'))
      ? reply.header('vary', 'accept-encoding').sendFile('redoc.js', BUILT)
      : reply.type('text/javascript; charset=utf-8').send(redocScript()),
  );
};
