import { createHash } from 'node:crypto';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';

const PACKAGE = new URL('../../../../../package.json', import.meta.url);
const VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const LOCALE = /^[a-z]{2}(-[A-Z]{2})?\.json$/;

/** A folder of the widget's files, as `npm run build` makes it, and the address that it is served at. */
interface Shelf {
  readonly version: string;
  readonly address: string;
  readonly folder: string;
  readonly cacheControl: string;
}

/**
 * The widget for script tags: `/widget/widget.js` as it is built, every version that was released at `/widget/<version>/` for
 * good, locales and logos beside each, and `integrity.json` with what a page writes into its `integrity` attribute.
 *
 * @param folder the built widget; it stands for its version, not for good, while that is not among the releases.
 * @param releases a folder with one of the kind for each version that was released, named like it.
 */
export function widgetFiles(folder: string, releases?: string): FastifyPluginAsync {
  return async (app) => {
    const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
    const released = releases === undefined ? [] : await versionsIn(releases);
    const kept = released.map((name) => ({
      version: name,
      address: `/widget/${name}`,
      folder: path.join(releases ?? '', name),
      cacheControl: FOR_GOOD,
    }));
    const built: Shelf = { version, address: '/widget', folder, cacheControl: 'no-cache' };
    // The kept build is the version, whatever has been built since. A version that nobody keeps may be built again.
    const newest = kept.find((shelf) => shelf.version === version) ?? {
      ...built,
      address: `/widget/${version}`,
    };
    const versions = new Set<Shelf>([newest, ...kept]);
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
    const sendIntegrity = async (reply: FastifyReply, shelf: Shelf, cacheControl: string) => {
      const file = path.join(shelf.folder, 'widget.js');
      if (!(await exists(file))) {
        reply.callNotFound();
        return reply;
      }
      const digest = createHash('sha384')
        .update(await readFile(file))
        .digest('base64');
      return reply.header('cache-control', cacheControl).send({
        version: shelf.version,
        script: `${shelf.address}/widget.js`,
        integrity: `sha384-${digest}`,
      });
    };
    const hide = { schema: { hide: true } };

    for (const shelf of [built, ...versions]) {
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
