import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';
import { npm } from '../../scripts/lib/run.mjs';

/** A partner's project in which the packed SDK is installed with its dependencies. */
const project = mkdtempSync(join(tmpdir(), 'upc-sdk-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const { code, output } = await npm(
  ['pack', '--workspace', 'packages/sdk', '--json', '--ignore-scripts', '--loglevel=silent'],
  { env: { npm_config_pack_destination: project } },
);
if (code !== 0) throw new Error(`npm pack ended with ${code}:\n${output}`);
const [{ filename, files: packed }] = JSON.parse(output) as [{ filename: string; files: { path: string }[] }];
const files = packed.map(({ path }) => path);
const installed = join(project, 'node_modules/upc-open-api');
mkdirSync(installed, { recursive: true });
execFileSync('tar', ['-xzf', join(project, filename), '-C', installed, '--strip-components=1']);
for (const name of ['standardwebhooks', '@stablelib/base64', 'fast-sha256', '@types/node', 'undici-types']) {
  const link = join(project, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), link, 'junction');
}

const read = (file: string): string => readFileSync(join(installed, file), 'utf8');

function run(name: string, text: string): string {
  writeFileSync(join(project, name), text);
  return execFileSync(process.execPath, [name], { cwd: project, encoding: 'utf8' });
}

/** Returns what the compiler reports about a strict program without the types of browsers. */
function complaints(text: string): string {
  writeFileSync(join(project, 'consumer.mts'), text);
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--skipLibCheck', 'false'];
  const target = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023', '--types', 'node'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  try {
    return execFileSync(process.execPath, [compiler, ...strict, ...target, 'consumer.mts'], {
      cwd: project,
      encoding: 'utf8',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe('upc-open-api', () => {
  it('has its code, its types, a README and the licences, and nothing else', () => {
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'dist/LICENSES.txt', 'dist/index.js', 'dist/webhooks.d.ts']),
    );
    const known = /^(README\.md|package\.json|dist\/(LICENSES\.txt|[\w/.-]+\.(js|d\.ts)))$/;
    expect(files.filter((file) => !known.test(file) || /\.test\./.test(file))).toEqual([]);
    const { version, exports } = JSON.parse(read('package.json')) as { version: string; exports: object };
    const widget = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(version).toBe(widget.version);
    const named = JSON.stringify(exports).match(/(?<="\.\/)dist[^"]+/g) ?? [];
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
    expect(read('dist/LICENSES.txt').match(/^MIT License$/gm)).toHaveLength(2);
  });

  it('imports only files that are packed, and packages that it depends on', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
    const dist = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).map((file) =>
      file.replaceAll('\\', '/'),
    );
    const missing = dist
      .filter((file) => /\.(js|d\.ts)$/.test(file))
      .flatMap((file) =>
        [...read(`dist/${file}`).matchAll(/^(?:import|export) [^;]*?from '([^']+)';/gm)].map(
          ([, name = '']) => ({ file, name }),
        ),
      )
      .filter(({ file, name }) =>
        name.startsWith('.')
          ? !dist.includes(join(dirname(file), name).replaceAll('\\', '/'))
          : !(name in dependencies),
      );
    expect(missing).toEqual([]);
  });

  it('runs in plain Node', () => {
    const program = `
      import { createServer } from 'node:http';
      import { once } from 'node:events';
      import { createClient, userSession } from 'upc-open-api';
      import { verifyEvent, InvalidSignatureError } from 'upc-open-api/webhooks';
      const server = createServer((request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ token: request.method + ' ' + request.url }));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const client = createClient({ baseUrl: 'http://127.0.0.1:' + server.address().port, apiKey: 'key' });
      const { token } = await userSession({ client, body: { amount: 49, scope: 'ECOM' } });
      console.log(token);
      server.close();
      try {
        verifyEvent('{}', {}, 'whsec_AAAA');
      } catch (error) {
        console.log(error instanceof InvalidSignatureError);
      }`;
    expect(run('consumer.mjs', program)).toBe('POST /v1/payments/user-session\ntrue\n');
  });

  it('has types for a strict program, whose mistakes they report', () => {
    const start = `
      import { createClient, OpenApiError, userSession } from 'upc-open-api';
      import { verifyEvent } from 'upc-open-api/webhooks';
      const client = createClient({ baseUrl: 'http://localhost:4010', apiKey: process.env.API_KEY });
      const { token } = await userSession({ client, body: { amount: 49, scope: 'ECOM' } });
      export const text: string = token;
      export const isDeclined = (error: unknown): boolean =>
        error instanceof OpenApiError && error.errorCode === 'PAYMENT_DECLINED';
      for (const event of verifyEvent('', {}, process.env.KEY).payload)
        if (event.type === 'CONTRACT_CREATED') console.log(event.content.contractId.toFixed());`;
    expect(complaints(start)).toBe('');
    const wrong = complaints(`${start}
      await userSession({ client, body: { amount: '49', scope: 'ECOM' } });
      await userSession({ body: { amount: 49, scope: 'ECOM' } });`);
    expect(wrong.match(/error TS/g)).toHaveLength(2);
    expect(wrong).toContain("Property 'client' is missing");
  });
});
