import { createHash } from 'node:crypto';
import { Html, html } from '@upc/server-kit/html';
import { type Faults, type Incident, repeatingOptions } from './faults.js';
import type { FastifyApp } from './request-faults.js';

/** Path of the page that lists the faults. */
export const FAULTS_PATH = '/sandbox/faults';

const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f6fa; --sheet: #fff; --text: #1a2233; --quiet: #52607a; --rule: #d5dbe6; --bad: #b42318; --primary: #1d4ed8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #10151f; --sheet: #1a2130; --text: #e8ecf4; --quiet: #a9b4c8; --rule: #343e52; --bad: #ffa198; --primary: #9db8ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 56rem; margin: 0 auto; padding: 16px 16px 48px; }
h1 { margin: 8px 0; font-size: 1.5rem; line-height: 1.3; }
h2 { margin: 32px 0 8px; font-size: 1.125rem; }
p { margin: 8px 0; text-wrap: pretty; }
code { font: 0.875rem/1.5 ui-monospace, monospace; }
a { color: var(--primary); }
a:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
dl, ol { margin: 0; padding: 0; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 8px; }
dl div, li { padding: 12px 16px; border: 1px solid var(--rule); border-radius: 8px; background: var(--sheet); }
dt, .quiet { color: var(--quiet); font-size: 0.875rem; }
dd { margin: 0; font-size: 1.25rem; font-weight: 600; }
li { margin-block: 8px; list-style: none; }
li p { margin: 0; }
.first { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 16px; }
.first strong { color: var(--bad); }
`;

const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Serves the list of faults as a page, or as JSON to a client that accepts only this. */
export function addFaultsPage(app: FastifyApp, faults: Faults): void {
  app.get(FAULTS_PATH, { schema: { hide: true } }, async (request, reply) => {
    reply.headers(HEADERS).header('vary', 'accept');
    if (request.headers.accept?.startsWith('application/json')) return describeFaults(faults);
    return reply.type('text/html; charset=utf-8').send(renderFaults(faults));
  });
}

function describeFaults({ options, counts, latest }: Faults) {
  const { rate, seed } = options;
  return { seed, rate, counts: Object.fromEntries(counts), faults: latest };
}

/** Renders the page. */
function renderFaults({ options, counts, latest }: Faults): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Faults of the sandbox</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <h1>Faults of the sandbox</h1>
          <p>Seed ${options.seed}, rate ${options.rate}. These options repeat the run:</p>
          <p><code>${repeatingOptions(options)}</code></p>
          <h2>Number of faults</h2>
          <dl>
            ${[...counts].map(
              ([name, count]) =>
                html`<div>
                  <dt>${name}</dt>
                  <dd>${count}</dd>
                </div>`,
            )}
          </dl>
          <h2>Latest faults</h2>
          ${
            latest.length === 0
              ? html`<p>
                  There have been no faults yet. Call the service, then <a href="">load the page again</a>.
                </p>`
              : html`<p class="quiet">
                    The newest is first. <a href="">Load the page again</a> to see later ones.
                  </p>
                  <ol>
                    ${latest.map(renderIncident)}
                  </ol>`
          }
        </main>
      </body>
    </html>`.markup;
}

function renderIncident({ time, fault, description, request, event }: Incident): Html {
  const iso = time.toISOString();
  return html`<li>
    <p class="first">
      <strong>${fault}</strong>
      <time class="quiet" datetime="${iso}">${iso.replace('T', ' ').replace('Z', ' UTC')}</time>
    </p>
    ${
      request
        ? html`<p><code>${request.method} ${request.route}</code>: ${description}</p>
            <p class="quiet">Status ${request.status}, trace id <code>${request.traceId}</code></p>`
        : null
    }
    ${
      event
        ? html`<p><code>${event.type}</code> to ${event.receiver}: ${description}</p>
            <p class="quiet">uuid <code>${event.uuid}</code></p>`
        : null
    }
  </li>`;
}
