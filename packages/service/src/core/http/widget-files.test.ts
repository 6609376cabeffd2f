import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';

const SCRIPT = 'globalThis.answer = 42;\n';
const LATER = 'widget-later-0123456789abcdef.js';
const LATER_SCRIPT = 'globalThis.later = 42;\n';
const FOR_GOOD = 'public, max-age=31536000, immutable';
const integrityOf = (script: string) => `sha384-${createHash('sha384').update(script).digest('base64')}`;

const { version } = JSON.parse(
  await readFile(new URL('../../../../../package.json', import.meta.url), 'utf8'),
) as {
  version: string;
};

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'upc-widget-'));
  await mkdir(path.join(folder, 'locales'));
  await writeFile(path.join(folder, 'widget.js'), SCRIPT);
  await writeFile(path.join(folder, LATER), LATER_SCRIPT);
  await writeFile(path.join(folder, `${LATER}.map`), '{}');
  await writeFile(path.join(folder, 'locales/de-CH.json'), '{}');
  await writeFile(path.join(folder, 'widget.js.LICENSES.txt'), 'MIT');
  await writeFile(path.join(folder, 'widget.js.map'), '{}');
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  service = await startTestService({ widgetFolder: folder });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

describe('a file that the build has compressed', () => {
  beforeAll(async () => {
    await writeFile(path.join(folder, 'widget.js.br'), brotliCompressSync(SCRIPT));
    await writeFile(path.join(folder, 'widget.js.gz'), gzipSync(SCRIPT));
  });
  afterAll(async () => {
    for (const ending of ['br', 'gz']) await rm(path.join(folder, `widget.js.${ending}`));
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (sent: Buffer) => sent],
  ])('goes to a browser that takes %s as %s', async (accepted, encoding, read) => {
    for (const url of ['/widget/widget.js', `/widget/${version}/widget.js`]) {
      const { headers, rawPayload } = await service.app.app.inject({
        url,
        headers: { 'accept-encoding': accepted },
      });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['content-type']).toBe('application/javascript; charset=utf-8');
      expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
      expect(read(rawPayload).toString()).toBe(SCRIPT);
    }
  });
});

const get = (url: string) => service.app.app.inject({ url, headers: { origin: 'https://anywhere.example' } });

// The build belongs to no release yet, so the next build of this version may differ.
describe('the built widget', () => {
  test.each([
    ['/widget/widget.js', 'no-cache', 'application/javascript; charset=utf-8'],
    [`/widget/${version}/widget.js`, 'no-cache', 'application/javascript; charset=utf-8'],
    ['/widget/widget.js.LICENSES.txt', 'no-cache', 'text/plain; charset=utf-8'],
    ['/widget/widget.js.map', 'no-cache', 'application/json; charset=utf-8'],
    [`/widget/${LATER}`, FOR_GOOD, 'application/javascript; charset=utf-8'],
    [`/widget/${version}/${LATER}`, FOR_GOOD, 'application/javascript; charset=utf-8'],
    [`/widget/${LATER}.map`, FOR_GOOD, 'application/json; charset=utf-8'],
    ['/widget/locales/de-CH.json', 'no-cache', 'application/json; charset=utf-8'],
    [`/widget/${version}/locales/de-CH.json`, 'no-cache', 'application/json; charset=utf-8'],
  ])('%s is for every page, %s', async (url, cache, type) => {
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': cache,
      'content-type': type,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  test.each([
    '/widget/9.9.9/widget.js',
    '/widget/secret.txt',
    '/widget/widget-later-fedcba9876543210.js',
    '/widget/widget-later-..%2f..%2fsecret.txt',
    '/widget/locales/xx.json',
    '/widget/locales/..%2fsecret.txt',
    '/widget/locales/%2e%2e%2fsecret.txt',
    '/widget/',
  ])('%s is 404', async (url) => {
    const { statusCode, body } = await get(url);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('secret"');
  });

  test.each(['/widget/integrity.json', `/widget/${version}/integrity.json`])(
    '%s says the hash of the script for the integrity attribute',
    async (url) => {
      const answer = await get(url);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*',
      });
      expect(answer.json()).toEqual({
        version,
        script: `/widget/${version}/widget.js`,
        integrity: integrityOf(SCRIPT),
        later: { script: `/widget/${version}/${LATER}`, integrity: integrityOf(LATER_SCRIPT) },
      });
    },
  );
});

describe('released versions', () => {
  const released = { '0.0.9': 'globalThis.answer = 9;\n', [version]: 'globalThis.answer = 10;\n' };
  let releases: string;
  let beside: TestService;
  beforeAll(async () => {
    releases = await mkdtemp(path.join(os.tmpdir(), 'upc-releases-'));
    for (const [version, script] of Object.entries(released)) {
      await mkdir(path.join(releases, version, 'locales'), { recursive: true });
      await writeFile(path.join(releases, version, 'widget.js'), script);
      await writeFile(path.join(releases, version, 'widget.js.br'), brotliCompressSync(script));
      await writeFile(path.join(releases, version, 'locales/de.json'), `{"version":"${version}"}`);
    }
    await mkdir(path.join(releases, 'drafts'));
    await writeFile(path.join(releases, 'drafts/widget.js'), 'secret');
    await writeFile(path.join(releases, '0.0.9/release.json'), '{}');
    beside = await startTestService({ widgetFolder: folder, widgetReleases: releases });
  });
  afterAll(async () => {
    await beside.close();
    await rm(releases, { recursive: true });
  });
  const ask = (url: string, headers = {}) => beside.app.app.inject({ url, headers });

  test.each(Object.entries(released))('%s stands as it was released, for good', async (version, script) => {
    const { headers, body } = await ask(`/widget/${version}/widget.js`);
    expect(headers['cache-control']).toBe(FOR_GOOD);
    expect(body).toBe(script);
    const { rawPayload } = await ask(`/widget/${version}/widget.js`, { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(rawPayload).toString()).toBe(script);
    expect((await ask(`/widget/${version}/locales/de.json`)).json()).toEqual({ version });
    expect((await ask(`/widget/${version}/integrity.json`)).json()).toEqual({
      version,
      script: `/widget/${version}/widget.js`,
      integrity: integrityOf(script),
    });
    expect((await ask(`/widget/${version}/integrity.json`)).headers['cache-control']).toBe(FOR_GOOD);
  });

  test('the newest hash is that of the release of its version, and not of what is built today', async () => {
    const { headers, ...answer } = await ask('/widget/integrity.json');
    expect(headers['cache-control']).toBe('no-cache');
    expect(answer.json()).toEqual({
      version,
      script: `/widget/${version}/widget.js`,
      integrity: integrityOf(released[version] ?? ''),
    });
  });

  test.each(['', '0.0.9'])(
    'the second file of another build, recorded in "%s", while it is running',
    async (place) => {
      const later = 'widget-later-00000000000000aa.js';
      expect((await ask(`/widget/${later}`)).statusCode).toBe(404);
      await writeFile(path.join(releases, place, later), LATER_SCRIPT);
      for (const address of ['/widget', `/widget/${version}`]) {
        const { headers, body } = await ask(`${address}/${later}`);
        expect(headers['cache-control']).toBe(FOR_GOOD);
        expect(body).toBe(LATER_SCRIPT);
      }
      await rm(path.join(releases, place, later));
    },
  );

  test('what is built today is at the address without a version', async () => {
    expect((await ask('/widget/widget.js')).body).toBe(SCRIPT);
  });

  test.each(['/widget/drafts/widget.js', '/widget/0.0.9/release.json', '/widget/0.0.9/locales/de-CH.json'])(
    '%s is 404',
    async (url) => {
      expect((await ask(url)).statusCode).toBe(404);
    },
  );
});
