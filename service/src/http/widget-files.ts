import { createHash } from 'node:crypto';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';

const PACKAGE = new URL('../../../package.json', import.meta.url);
const VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const LOCALE = /^[a-z]{2}(-[A-Z]{2})?\.json$/;

/** A folder of the widget's files, as `npm run build:script` makes it, and the address that it is served at. */
interface Shelf {
  readonly address: string;
  readonly folder: string;
  readonly cacheControl: string;
}

/**
 * The widget for script tags: `/widget/widget.js` as it is built, every version at `/widget/<version>/` for good, locales and
 * marks beside each, and `integrity.json` with what a page writes into its `integrity` attribute.
 *
 * @param folder the built widget.
 * @param releases a folder with one of the kind for each version that was released, named like it.
 */
export function widgetFiles(folder: string, releases?: string): FastifyPluginAsync {
  return async (app) => {
    const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
    const released = releases === undefined ? [] : await versionsIn(releases);
    const shelves: readonly Shelf[] = [
      { address: '/widget', folder, cacheControl: 'no-cache' },
      // A version never changes: once it is released, what has been built since is not it.
      ...[...new Set([version, ...released])].map((name) => ({
        address: `/widget/${name}`,
        folder: releases !== undefined && released.includes(name) ? path.join(releases, name) : folder,
        cacheControl: FOR_GOOD,
      })),
    ];
    await app.register(fastifyStatic, {
      root: [folder, ...released.map((name) => path.join(releases ?? '', name))],
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
    const send = async (reply: FastifyReply, shelf: Shelf, file: string) => {
      if (!(await exists(path.join(shelf.folder, file)))) {
        reply.callNotFound();
        return reply;
      }
      return reply.header('cache-control', shelf.cacheControl).sendFile(file, shelf.folder);
    };
    const sendIntegrity = async (reply: FastifyReply, name: string, cacheControl: string) => {
      const shelf = shelves.find(({ address }) => address === `/widget/${name}`);
      const file = path.join(shelf?.folder ?? folder, 'widget.js');
      if (!(await exists(file))) {
        reply.callNotFound();
        return reply;
      }
      const digest = createHash('sha384')
        .update(await readFile(file))
        .digest('base64');
      return reply
        .header('cache-control', cacheControl)
        .send({ version: name, script: `/widget/${name}/widget.js`, integrity: `sha384-${digest}` });
    };
    const hide = { schema: { hide: true } };

    for (const shelf of shelves) {
      for (const file of ['widget.js', 'widget.js.map', 'widget.js.LICENSES.txt', 'marks.json'])
        app.get(`${shelf.address}/${file}`, hide, (_, reply) => send(reply, shelf, file));
      app.get<{ Params: { file: string } }>(
        `${shelf.address}/locales/:file`,
        hide,
        async ({ params: { file } }, reply) => {
          if (LOCALE.test(file)) return send(reply, shelf, `locales/${file}`);
          reply.callNotFound();
          return reply;
        },
      );
    }
    app.get('/widget/integrity.json', hide, (_, reply) => sendIntegrity(reply, version, 'no-cache'));
    for (const name of new Set([version, ...released]))
      app.get(`/widget/${name}/integrity.json`, hide, (_, reply) => sendIntegrity(reply, name, FOR_GOOD));
  };
}

const FOR_GOOD = 'public, max-age=31536000, immutable';

/** @returns names of folders that are versions; none where there is no such folder. */
async function versionsIn(releases: string): Promise<readonly string[]> {
  const entries = await readdir(releases, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && VERSION.test(entry.name)).map(({ name }) => name);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
