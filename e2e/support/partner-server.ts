import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from './process.js';

/** How the widget comes onto the page: by script tag, or bundled from the npm build. */
export type Door = 'script' | 'npm';

/** A page of a partner, given by its address. */
export interface PartnerServer {
  /** `http://localhost:<port>`, an origin that the studios have registered. */
  readonly url: string;
  /** Address of the page that offers `window.paymentWidget` and an empty `#payment`. */
  pageUrl(door: Door): string;
  /** Serves a document of the test's own. @returns its address. */
  serve(path: string, html: string): string;
  close(): Promise<void>;
}

/** Where global-setup puts the consumer's bundle of the npm build. */
export const npmDoorFolder = join(root, 'test-results/npm-door');

interface Origins {
  readonly serviceUrl: string;
  readonly simulatorUrl: string;
  /** Cards go through Stripe, whose script and frames the policy then lets in. */
  readonly allowsStripe: boolean;
}

/**
 * Pages under the strictest content security policy that the widget promises to work with (design of quality).
 */
export async function startPartnerServer(origins: Origins): Promise<PartnerServer> {
  const documents = new Map<string, string>([
    [
      '/script',
      page(`<script src="${origins.serviceUrl}/widget/widget.js" crossorigin="anonymous"></script>`),
    ],
    ['/npm', page('<script src="/npm-door/page.js" type="module"></script>')],
  ]);
  const policy = contentSecurityPolicy(origins);

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const html = documents.get(pathname);
    if (html !== undefined) {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
      });
      response.end(html);
      return;
    }
    if (!/^\/npm-door\/[\w.-]+\.js$/.test(pathname)) {
      response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    readFile(join(npmDoorFolder, pathname.slice('/npm-door/'.length))).then(
      (script) => response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    url,
    pageUrl: (door) => `${url}/${door}`,
    serve: (path, html) => {
      documents.set(path, html);
      return url + path;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function page(head: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A partner's page</title>${head}</head>
<body><main><h1>A partner's page</h1><div id="payment"></div></main></body>
</html>`;
}

/** As the README shows it, with and without Stripe. */
function contentSecurityPolicy({ serviceUrl, simulatorUrl, allowsStripe }: Origins): string {
  const stripe = allowsStripe ? ' https://js.stripe.com https://*.js.stripe.com' : '';
  return [
    "default-src 'none'",
    `script-src 'self' ${serviceUrl}${stripe}`,
    "style-src 'self'",
    `connect-src ${serviceUrl}${allowsStripe ? ' https://api.stripe.com' : ''}`,
    `frame-src ${simulatorUrl}${stripe}${allowsStripe ? ' https://hooks.stripe.com' : ''}`,
    "img-src 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types lit-html${allowsStripe ? ' upc-stripe' : ''} 'allow-duplicates'`,
  ].join('; ');
}
