import { html } from './html.js';

/** Keys that a staff action has made, shown this once: what is stored of them cannot be turned back. */
export function secretsPage(action: string, secrets: Readonly<Record<string, string>>): string {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Done: ${action}</title>
        <link rel="stylesheet" href="/studio/studio.css" />
      </head>
      <body>
        <main>
          <h1>Done: ${action}</h1>
          <p>Copy this now; it cannot be shown again.</p>
          <dl>
            ${Object.entries(secrets).map(
              ([name, value]) =>
                html`<div>
                  <dt>${name}</dt>
                  <dd><code>${value}</code></dd>
                </div>`,
            )}
          </dl>
          <p><a href="/studio">Back to the payments</a></p>
        </main>
      </body>
    </html> `;
  return markup;
}
