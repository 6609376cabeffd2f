import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { execa } from 'execa';
import { pack } from '../../scripts/matrix/example.mjs';
import { root } from './process.js';

/** The part of package.json that tells a CDN what to serve. */
interface Manifest {
  readonly version: string;
  readonly unpkg: string;
  readonly jsdelivr: string;
}

/** A CDN that serves the packed widget under an origin of its own. */
export interface Cdn {
  readonly url: string;
  readonly version: string;
  /** Paths requested so far. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/**
 * Packs the widget as npm would publish it and serves its files as public CDNs do: each at
 * `/upc-payment-widget@<version>/<path>`, unchanged for ever and for every origin.
 *
 * - `/upc-payment-widget`, with or without a range of versions, redirects to the file of the field `unpkg`.
 * - `/npm/upc-payment-widget` is the file of the field `jsdelivr` itself, without a redirect.
 */
export async function startCdn(): Promise<Cdn> {
  const folder = await mkdtemp(join(tmpdir(), 'upc-cdn-'));
  const { file } = await pack(root, folder);
  const content = join(folder, 'package');
  await mkdir(content);
  await execa('tar', ['-xzf', file, '-C', content, '--strip-components=1']);
  const manifest = JSON.parse(await readFile(join(content, 'package.json'), 'utf8')) as Manifest;
  const { version } = manifest;
  const asked: string[] = [];

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://cdn');
    asked.push(pathname);
    response.setHeader('access-control-allow-origin', '*');
    const [, npm = '', given, path] =
      /^(\/npm)?\/upc-payment-widget(?:@([^/]+))?(?:\/(.+))?$/.exec(decodeURIComponent(pathname)) ?? [];
    if (npm === '' && (given !== version || path === undefined)) {
      const target = path ?? manifest.unpkg.replace('./', '');
      response.writeHead(302, { location: `/upc-payment-widget@${version}/${target}` }).end();
      return;
    }
    readFile(join(content, path ?? manifest.jsdelivr)).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': types[extname(path ?? manifest.jsdelivr)] ?? 'text/plain; charset=utf-8',
            'cache-control': 'public, max-age=31536000, immutable',
            'x-content-type-options': 'nosniff',
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    version,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
