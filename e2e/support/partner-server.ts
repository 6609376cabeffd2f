import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { root } from './process.js';
import { documentedPolicy } from './documentation.js';

/** Ways to load the widget: by script tag, or bundled from the npm build. */
export type Build = 'script' | 'npm';

/** A partner's web server. */
export interface PartnerServer {
  /** `http://localhost:<port>`, an origin that the studios have registered. */
  readonly url: string;
  /** Address of the page that offers `window.paymentWidget` and an empty `#payment`. */
  pageUrl(build: Build): string;
  /** Serves a test's own document, under the stack's policy, another or one of its own. @returns its address. */
  serve(path: string, html: string, policy?: PolicyName | OwnPolicy): string;
  /** Violations that browsers have reported for a document, by its path: the directive and blocked address of each. */
  policyReports(path: string): readonly string[];
  close(): Promise<void>;
}

/** Report that browsers send to a `report-uri` (CSP level 3). */
interface PolicyReport {
  readonly 'document-uri': string;
  readonly 'effective-directive': string;
  readonly 'blocked-uri': string;
}

/** Folder into which global-setup puts the consumer's bundle of the npm build. */
export const npmBundleFolder = join(root, 'test-results/npm-bundle');

interface Document {
  readonly html: string;
  readonly policy?: PolicyName | OwnPolicy | undefined;
}

/** Text of a policy that only one test uses. */
type OwnPolicy = `default-src ${string}`;

/**
 * A content security policy of docs/content-security.md, the one for frameworks that compile templates in the page, or
 * one that forgets the policy of the script's second file.
 */
export type PolicyName = (typeof documentedNames)[number] | 'framework' | 'without upc-widget';

const documentedNames = ['strict', 'stripe', 'nonce', 'strict-dynamic', 'hashes'] as const;

/** Nonce of the pages under a policy with a nonce. */
export const pageNonce = 'bm9uY2U';

export interface PartnerOptions {
  readonly serviceUrl: string;
  readonly simulatorUrl: string;
  /** Policy of the pages that do not choose another. */
  readonly policy: PolicyName;
}

/** Serves pages under the strictest content security policy that the widget promises to support. */
export async function startPartnerServer(options: PartnerOptions): Promise<PartnerServer> {
  const { serviceUrl, simulatorUrl } = options;
  const documents = new Map<string, Document>([
    [
      '/script',
      { html: page(`<script src="${serviceUrl}/widget/widget.js" crossorigin="anonymous"></script>`) },
    ],
    ['/npm', { html: page('<script src="/npm-bundle/page.js" type="module"></script>') }],
  ]);
  const { integrity, later } = (await (await fetch(`${serviceUrl}/widget/integrity.json`)).json()) as {
    readonly integrity: string;
    readonly later: { readonly integrity: string };
  };
  const values = {
    // The page of the npm build loads the widget from its own bundle.
    widget: `${serviceUrl} 'self'`,
    gateway: serviceUrl,
    provider: simulatorUrl,
    nonce: pageNonce,
    integrity,
    'later.integrity': later.integrity,
  };
  const documented = Object.fromEntries(
    await Promise.all(
      documentedNames.map(async (name) => [name, await documentedPolicy(name, values)] as const),
    ),
  ) as Readonly<Record<(typeof documentedNames)[number], string>>;
  const policies: Readonly<Record<PolicyName, string>> = {
    ...documented,
    framework: documented.strict
      .replace(/require-trusted-types-for[^;]*;?|trusted-types[^;]*;?/g, '')
      .replace('script-src', "script-src 'unsafe-eval'"),
    'without upc-widget': documented.strict.replace(' upc-widget', ''),
  };
  const reports: PolicyReport[] = [];

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/policy-reports') {
      void json(request).then((body) => reports.push((body as { 'csp-report': PolicyReport })['csp-report']));
      response.writeHead(204).end();
      return;
    }
    const document = documents.get(pathname);
    if (document !== undefined) {
      const policy = document.policy ?? options.policy;
      const text = policy.startsWith('default-src ') ? policy : policies[policy as PolicyName];
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `${text}; report-uri /policy-reports`,
      });
      response.end(document.html);
      return;
    }
    if (!/^\/npm-bundle\/[\w.-]+\.js$/.test(pathname)) {
      response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    readFile(join(npmBundleFolder, pathname.slice('/npm-bundle/'.length))).then(
      (script) => response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    url,
    pageUrl: (build) => `${url}/${build}`,
    serve: (path, html, policy) => {
      documents.set(path, { html, policy });
      return url + path;
    },
    policyReports: (path) =>
      reports
        .filter((report) => new URL(report['document-uri']).pathname === path)
        .map((report) => `${report['effective-directive']} ${report['blocked-uri']}`),
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
