import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';

const PACKAGE = new URL('../../../package.json', import.meta.url);
const LOCALE = /^[a-z]{2}(-[A-Z]{2})?\.json$/;

/**
 * The built widget: `/widget/widget.js`, the same under its version for good, locales and marks beside both, and
 * `/widget/integrity.json` with what a page writes into its `integrity` attribute.
 */
export function widgetFiles(folder: string): FastifyPluginAsync {
  return async (app) => {
    const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      cacheControl: false,
      // The build has made them; a folder without them is sent as it is.
      preCompressed: true,
    });
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cross-origin-resource-policy', 'cross-origin');
      reply.header('x-content-type-options', 'nosniff');
      // Beside what is there for the origin: a cache keeps one answer for each coding.
      reply.header(
        'vary',
        [reply.getHeader('vary'), 'accept-encoding'].filter((name) => name !== undefined).join(', '),
      );
    });
    const send = async (reply: FastifyReply, file: string, cacheControl: string) => {
      if (!(await exists(path.join(folder, file)))) {
        reply.callNotFound();
        return reply;
      }
      return reply.header('cache-control', cacheControl).sendFile(file);
    };
    const hide = { schema: { hide: true } };

    const folders = [
      ['/widget', 'no-cache'],
      [`/widget/${version}`, FOR_GOOD],
    ] as const;
    for (const [address, cacheControl] of folders) {
      for (const file of ['widget.js', 'widget.js.LICENSES.txt', 'marks.json'])
        app.get(`${address}/${file}`, hide, (_, reply) => send(reply, file, cacheControl));
      app.get<{ Params: { file: string } }>(
        `${address}/locales/:file`,
        hide,
        async ({ params: { file } }, reply) => {
          if (LOCALE.test(file)) return send(reply, `locales/${file}`, cacheControl);
          reply.callNotFound();
          return reply;
        },
      );
    }

    app.get('/widget/integrity.json', hide, async (_, reply) => {
      const file = path.join(folder, 'widget.js');
      if (!(await exists(file))) {
        reply.callNotFound();
        return reply;
      }
      const digest = createHash('sha384')
        .update(await readFile(file))
        .digest('base64');
      return reply
        .header('cache-control', 'no-cache')
        .send({ version, script: `/widget/${version}/widget.js`, integrity: `sha384-${digest}` });
    });
  };
}

const FOR_GOOD = 'public, max-age=31536000, immutable';

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
