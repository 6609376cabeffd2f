import { html, type Html } from '@upc/server-kit/html';

/** Renders a button for a staff action whose input the list already has. */
export function actionButton(action: string, label: string, fields: Readonly<Record<string, number>>): Html {
  return html`<form class="inline" method="post" action="/studio/actions/${action}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button>${label}</button>
  </form>`;
}

/** Renders the page after a refused staff action. */
export function refusedPage(action: string, why: string): string {
  return actionPage(
    `Refused: ${action}`,
    html`<p role="alert">${why}</p>
      <p>Nothing was changed. Go back to correct it, or <a href="/studio">see the payments</a>.</p>`,
  );
}

/**
 * Renders keys that a staff action has made. They are shown only once, because their stored form cannot be reversed.
 */
export function secretsPage(action: string, secrets: Readonly<Record<string, string>>): string {
  return actionPage(
    `Done: ${action}`,
    html`<p>Copy this now; it cannot be shown again.</p>
      <dl>
        ${Object.entries(secrets).map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd><code>${value}</code></dd>
            </div>`,
        )}
      </dl>
      <p><a href="/studio">Back to the payments</a></p>`,
  );
}

function actionPage(title: string, content: Html): string {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/studio/studio.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `;
  return markup;
}
