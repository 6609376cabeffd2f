import { createHash } from 'node:crypto';
import { Html, html } from '@upc/server-kit/html';
import { withoutVariant } from '../i18n/languages.js';

const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f3f6fb; --sheet: #fff; --text: #1a2233; --quiet: #52607a; --rule: #d8dee9;
  --control: #7a8499; --primary: #1d4ed8; --on-primary: #fff; --bad: #b42318;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0b0f17; --sheet: #161d2b; --text: #e8ecf4; --quiet: #a9b4c8; --rule: #303b52;
    --control: #8391ab; --primary: #9db8ff; --on-primary: #0d1526; --bad: #ffa198;
  }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--page); color: var(--text); font: 400 1rem/1.5 system-ui, sans-serif; }
main {
  max-inline-size: 480px; margin: 10vh auto; padding: clamp(16px, 5vw, 24px);
  border: 1px solid var(--rule); border-radius: 12px; background: var(--sheet); overflow-wrap: anywhere;
}
main:has(form) { margin-block: 0; }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.4; text-wrap: balance; hyphens: auto; overflow-wrap: break-word; }
h2 { margin: 0; font-size: 1.125rem; line-height: 1.4; text-wrap: balance; }
h3 { margin: 12px 0 0; font-size: 1rem; }
h3 + p { margin-block-start: 0; }
a { color: var(--primary); }
p { margin: 8px 0 0; text-wrap: pretty; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; margin-block-start: 20px; }
fieldset { min-inline-size: 0; margin: 0; padding: 0; border: 0; }
legend { padding: 0; }
legend, label { font-weight: 600; }
label:has(> [type='radio'], > [type='checkbox']) { display: flex; gap: 12px; align-items: start; padding-block: 10px; font-weight: 400; }
[type='radio'], [type='checkbox'] { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin: 2px 0; accent-color: var(--primary); }
small, dt { display: block; color: var(--quiet); font-size: 0.875rem; font-weight: 400; }
input:not([type='radio'], [type='checkbox'], [type='hidden']), textarea {
  display: block; inline-size: 100%; min-block-size: 48px; margin-block-start: 4px; padding: 10px 12px;
  border: 1px solid var(--control); border-radius: 8px; background: var(--sheet); color: inherit; font: inherit;
}
textarea { resize: vertical; }
[aria-invalid='true'] { border-color: var(--bad) !important; box-shadow: 0 0 0 1px var(--bad); }
.problem { margin: 4px 0 0; color: var(--bad); }
.notice { margin-block: 16px 0; padding: 12px 16px; border: 1px solid var(--bad); border-radius: 8px; }
button {
  min-block-size: 48px; padding: 10px 20px; border: 1px solid transparent; border-radius: 8px;
  background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 600; cursor: pointer;
}
button.quiet { border-color: var(--control); background: none; color: inherit; }
dl { margin: 20px 0 0; }
dd { margin: 0 0 12px; }
dd, .lines { white-space: pre-line; }
`;

const HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Returns the headers of a page. It loads nothing and runs no script, and its address may contain the signature of a
 * link.
 *
 * @param formTargets origins to which a form may lead, besides the page's own
 */
export function pageHeaders(formTargets: readonly string[] = []) {
  const targets = ["'self'", ...formTargets].join(' ');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${HASH}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  };
}

/** Headers of a page without a form that leads elsewhere. */
export const PAGE_HEADERS = pageHeaders();

export interface Page {
  readonly title: string;
  readonly language: string;
  readonly content: Html;
}

/** Renders a page for people who have no account, such as the refusal of a link. */
export function renderPage({ title, language, content }: Page): string {
  return html`<!doctype html>
    <html lang="${withoutVariant(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`.markup;
}
