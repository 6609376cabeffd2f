import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openSepaSession } from '../support/sepa-journey.js';
import { customers, type PartnerBackend } from '../support/open-api.js';

/** A partner's web server, on an origin that the studios have registered. */
export interface Partner {
  readonly url: string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/**
 * Serves the output of a build, together with the backend of the documentation’s first page: `POST /session` and `POST
 * /token`.
 *
 * @param policy content security policy of its pages.
 */
export async function servePartner(
  folder: string,
  policy: string,
  backend: PartnerBackend,
): Promise<Partner> {
  const routes: Readonly<Record<string, (body: string) => Promise<string>>> = {
    '/session': async () =>
      JSON.stringify(
        await openSepaSession(backend, {
          customerId: customers.mara,
          showExistingPaymentInstruments: false,
        }),
      ),
    '/token': async (token) => {
      const { status, body } = await backend.replaceInstrument(customers.mara, token);
      return status < 300 ? 'Your payment method is set.' : JSON.stringify(body);
    },
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const route = request.method === 'POST' ? routes[pathname] : undefined;
    const answer = route
      ? text(request).then(route)
      : readFile(join(folder, pathname === '/' ? 'index.html' : pathname));
    answer.then(
      (content) => {
        response.setHeader('content-type', types[extname(pathname) || '.html'] ?? 'text/plain');
        response.setHeader('content-security-policy', policy);
        response.end(content);
      },
      () => response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
