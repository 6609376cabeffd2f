import { createHash } from 'node:crypto';
import { Html, html } from '@upc/server-kit/html';
import { withoutVariant } from '../i18n/languages.js';

const STYLE = `
:root { color-scheme: light dark; --page: #f3f6fb; --sheet: #fff; --text: #1a2233; --rule: #d8dee9; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0b0f17; --sheet: #161d2b; --text: #e8ecf4; --rule: #303b52; }
}
body { margin: 0; padding: 16px; background: var(--page); color: var(--text); font: 400 1rem/1.5 system-ui, sans-serif; }
main {
  box-sizing: border-box; max-inline-size: 480px; margin: 10vh auto; padding: 24px;
  border: 1px solid var(--rule); border-radius: 12px; background: var(--sheet); overflow-wrap: break-word;
}
h1 { margin: 0; font-size: 1.25rem; line-height: 1.4; text-wrap: balance; }
p { margin: 8px 0 0; text-wrap: pretty; }
`;

const HASH = createHash('sha256').update(STYLE).digest('base64');

/** Headers of the page. It loads nothing, and its address may contain the signature of a link. */
export const REFUSAL_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Where a sentence ends; the dot of an abbreviation follows fewer letters. */
const SENTENCE_END = /(?<=\p{Letter}{2}\.)\s+(?=\p{Uppercase})/u;

/** Renders the refusal of a link for the person who has opened it: what is wrong, and what to do about it. */
export function refusalPage(message: string, language: string): string {
  const [problem = message, ...advice] = message.split(SENTENCE_END);
  return html`<!doctype html>
    <html lang="${withoutVariant(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${problem}</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <h1>${problem}</h1>
          ${advice.length === 0 ? null : html`<p>${advice.join(' ')}</p>`}
        </main>
      </body>
    </html>`.markup;
}
