import { createHash } from 'node:crypto';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';

const PACKAGE = new URL('../../../../../package.json', import.meta.url);
const VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const LOCALE = /^[a-z]{2}(-[A-Z]{2})?\.json$/;
const LATER = /^widget-later-[\da-f]{16}\.js(\.map)?$/;

/** A folder of the widget's files, as `npm run build` makes it, and the address at which it is served. */
interface Shelf {
  readonly version: string;
  readonly address: string;
  readonly folder: string;
  readonly cacheControl: string;
}

/**
 * Serves the widget for script tags: the current build at `/widget/widget.js`, every released version permanently at
 * `/widget/<version>/`, locales and logos beside each, and `integrity.json` with the values for a page's `integrity`
 * attribute. The name of the script's second file contains its hash. While processes are replaced by those of another
 * build, pages ask each for the second file of the other, so it is also looked for in `releases`.
 *
 * @param folder the built widget. It also serves its own version, though not permanently, until that version is
 * released.
 * @param releases a folder that contains one such folder for each released version, named after it.
 */
export function widgetFiles(folder: string, releases?: string): FastifyPluginAsync {
  return async (app) => {
    const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
    const kept = (releases === undefined ? [] : await foldersIn(releases)).map((released) => ({
      version: path.basename(released),
      address: `/widget/${path.basename(released)}`,
      folder: released,
      cacheControl: FOR_GOOD,
    }));
    const built: Shelf = { version, address: '/widget', folder, cacheControl: 'no-cache' };
    // The released build stands for the version, whatever has been built since. An unreleased version may be built
    // again.
    const newest = kept.find((shelf) => shelf.version === version) ?? {
      ...built,
      address: `/widget/${version}`,
    };
    const versions = new Set<Shelf>([newest, ...kept]);
    await app.register(fastifyStatic, {
      root: [folder, ...kept.map((shelf) => shelf.folder)],
      serve: false,
      cacheControl: false,
      // The build has made compressed files; a folder without them is sent uncompressed.
      preCompressed: true,
    });
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cross-origin-resource-policy', 'cross-origin');
      reply.header('x-content-type-options', 'nosniff');
      // The header may already contain the origin. A cache must store one response for each encoding.
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
    const sendLater = async (reply: FastifyReply, shelf: Shelf, file: string) => {
      const recorded = releases === undefined ? [] : [releases, ...(await foldersIn(releases))];
      for (const folder of LATER.test(file) ? [shelf.folder, ...recorded] : [])
        if (await exists(path.join(folder, file)))
          return reply.header('cache-control', FOR_GOOD).sendFile(file, folder);
      reply.callNotFound();
      return reply;
    };
    const sendIntegrity = async (reply: FastifyReply, shelf: Shelf, cacheControl: string) => {
      const hash = async (file: string) => ({
        script: `${shelf.address}/${file}`,
        integrity: `sha384-${createHash('sha384')
          .update(await readFile(path.join(shelf.folder, file)))
          .digest('base64')}`,
      });
      const files = await readdir(shelf.folder).catch((): string[] => []);
      if (!files.includes('widget.js')) {
        reply.callNotFound();
        return reply;
      }
      const later = files.find((file) => LATER.test(file) && file.endsWith('.js'));
      return reply.header('cache-control', cacheControl).send({
        version: shelf.version,
        ...(await hash('widget.js')),
        ...(later !== undefined && { later: await hash(later) }),
      });
    };
    const hide = { schema: { hide: true } };

    for (const shelf of [built, ...versions]) {
      app.get<{ Params: { file: string } }>(
        `${shelf.address}/:file`,
        hide,
        async ({ params: { file } }, reply) => sendLater(reply, shelf, file),
      );
      for (const file of ['widget.js', 'widget.js.map', 'widget.js.LICENSES.txt', 'logos.json'])
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
    app.get('/widget/integrity.json', hide, (_, reply) => sendIntegrity(reply, newest, 'no-cache'));
    for (const shelf of versions)
      app.get(`${shelf.address}/integrity.json`, hide, (_, reply) =>
        sendIntegrity(reply, shelf, shelf.cacheControl),
      );
  };
}

const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Lists the folders of versions; returns none if the folder does not exist. */
async function foldersIn(releases: string): Promise<readonly string[]> {
  const entries = await readdir(releases, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && VERSION.test(entry.name))
    .map(({ name }) => path.join(releases, name));
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
