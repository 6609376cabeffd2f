import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpsRequest } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startOnFreePort } from '../../../../scripts/lib/ports.mjs';
import { readEnvironment } from '../../src/environment.js';
import { mandates } from '../../src/modules/payments/mandates/mandates.tables.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';

/* These tests run behind a real nginx that terminates TLS; `npm run test:full` provides its path. */

const NGINX = process.env.UPC_TEST_NGINX;
/** The member's address: a loopback address other than the proxy's. */
const MEMBER = '127.0.0.2';
const PAGE = 'http://localhost:5173';

let service: TestService;
let folder: string;
let nginx: ChildProcess | undefined;
let port: number;
let certificate: Buffer;

const publicUrl = () => `https://localhost:${port}`;

describe.skipIf(NGINX === undefined)('behind nginx with TLS', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'upc-nginx-'));
    service = await startTestService({
      trustProxy: readEnvironment({ UPC_TRUST_PROXY: '1' }).trustProxy,
      publicUrl,
      studioPage: true,
    });
    const upstream = await service.app.app.listen({ host: '127.0.0.1', port: 0 });
    await promisify(execFile)('openssl', [
      'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost',
      '-addext', 'subjectAltName=DNS:localhost',
      '-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'certificate.pem'),
    ]); // prettier-ignore
    certificate = await readFile(path.join(folder, 'certificate.pem'));
    await startOnFreePort(async (free) => {
      port = free;
      await writeFile(path.join(folder, 'nginx.conf'), await configuration(upstream));
      const started = spawn(NGINX ?? '', ['-c', path.join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
      nginx = started;
      const isThere = () => send('GET', '/openapi.json').then(() => true, () => false);
      try {
        await vi.waitUntil(async () => started.exitCode !== null || (await isThere()), 60_000);
      } catch (error) {
        started.kill('SIGKILL');
        throw error;
      }
      if (started.exitCode !== null) throw new Error(await readFile(path.join(folder, 'error.log'), 'utf8'));
    }); // prettier-ignore
  });
  afterAll(async () => {
    if (nginx?.exitCode === null && nginx.signalCode === null) {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
    }
    await service.close();
    await rm(folder, { recursive: true });
  });

  test("a mandate contains the member's real address, even if the member forges another", async () => {
    const session = await send('POST', '/v1/payments/user-session', {
      headers: { 'x-api-key': EUR_KEY },
      body: { amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'Membership' },
    });
    expect(session.status).toBe(200);
    const { token } = JSON.parse(session.body) as { token: string };
    const made = await send('POST', '/api/v1/payments', {
      headers: {
        origin: PAGE,
        'x-user-payment-session-token': token,
        'idempotency-key': crypto.randomUUID(),
        'x-forwarded-for': '203.0.113.9',
      },
      body: await service.gateway(token).sepaRequest(),
    });
    expect([made.status, made.headers['access-control-allow-origin']]).toEqual([201, PAGE]);
    const { id } = JSON.parse(made.body) as { id: string };
    const [mandate] = await service.database.db.select().from(mandates).where(eq(mandates.paymentId, id));
    expect(mandate?.ip).toBe(MEMBER);
  });

  test('addresses in responses are public, and the trace id is that of nginx', async () => {
    const offers = await send('GET', '/v1/memberships/membership-offers', {
      headers: { 'x-api-key': EUR_KEY },
    });
    expect(offers.body).toContain(`https://localhost:${port}/images/`);
    const refused = await send('GET', '/v1/memberships/membership-offers', {
      headers: { 'x-api-key': 'of nobody' },
    });
    expect(refused.status).toBe(401);
    const { traceId } = JSON.parse(refused.body) as { traceId: string };
    expect([traceId, traceId]).toEqual([
      refused.headers['x-seen-request-id'],
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ]);
  });

  test('forged hosts, schemes and ids change no address and no trace id', async () => {
    const madeUp = 'a'.repeat(32);
    const forged = {
      host: `evil.example:${port}`,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example;proto=http',
      'x-request-id': madeUp,
    };
    const offers = await send('GET', '/v1/memberships/membership-offers', {
      headers: { 'x-api-key': EUR_KEY, ...forged },
    });
    expect(offers.status).toBe(200);
    expect(offers.body).toContain(`https://localhost:${port}/images/`);
    expect(offers.body).not.toMatch(/evil\.example|http:\/\//);
    const refused = await send('GET', '/v1/memberships/membership-offers', { headers: forged });
    const { traceId } = JSON.parse(refused.body) as { traceId: string };
    expect(traceId).toBe(refused.headers['x-seen-request-id']);
    expect(traceId).not.toBe(madeUp);
  });

  test('a request that bypasses nginx sets no trace id and no address', async () => {
    // Headers are trusted only from nginx's address; this request comes from another one.
    const alone = await service.another({
      trustProxy: readEnvironment({ UPC_TRUST_PROXY: '192.0.2.1' }).trustProxy,
      publicUrl,
    });
    const answer = await alone.app.inject({
      url: '/v1/memberships/membership-offers',
      headers: {
        'x-request-id': 'b'.repeat(32),
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
      },
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json<{ traceId: string }>().traceId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    await alone.close();
  });

  test('the studio page returns 404 through the proxy', async () => {
    expect((await send('GET', '/studio')).status).toBe(404);
  });
});

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends a request of the member to nginx over TLS. */
function send(method: string, url: string, { headers = {}, body }: Sent = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path: url,
      method,
      localAddress: MEMBER,
      ca: certificate,
      headers: { host: `localhost:${port}`, ...headers, ...(body && { 'content-type': 'application/json' }) },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.end(body && JSON.stringify(body));
  });
}

/** Returns a complete server configuration with the part that docs/install.md contains. */
async function configuration(upstream: string): Promise<string> {
  const document = await readFile(new URL('../../../../docs/install.md', import.meta.url), 'utf8');
  const [, location = ''] = /```nginx\n([\s\S]*?)```/.exec(document) ?? [];
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${folder}/pid;
    error_log ${folder}/error.log;
    events {}
    http {
      access_log off;
      client_body_temp_path ${folder}/body;
      proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      server {
        listen 127.0.0.1:${port} ssl;
        ssl_certificate ${folder}/certificate.pem;
        ssl_certificate_key ${folder}/key.pem;
        add_header X-Seen-Request-Id $request_id always;
        ${location.replace('http://127.0.0.1:4010', upstream)}
      }
    }
  `;
}
