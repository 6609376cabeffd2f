import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { PartnerServer } from './partner-server.js';
import { root } from './process.js';

/** A page with styles or markup that could break the widget. */
export interface Host {
  readonly name: string;
  /** Style sheets of the page; a path below node_modules is a library's. */
  readonly css?: string;
  readonly library?: string;
  readonly html?: string;
  readonly dir?: 'rtl';
  /** Runs in the page after the widget has been mounted. */
  readonly then?: () => void;
}

/** A page with only the browser's defaults. */
export const plainHost: Host = { name: 'plain' };

export const hardHosts: readonly Host[] = [
  {
    name: 'all unset',
    css: '* { all: unset } head, head * { display: none } main, #payment { display: block }',
  },
  {
    name: 'all unset, important',
    css: '* { all: unset !important } head, head * { display: none !important } main, #payment { display: block !important }',
  },
  { name: 'Bootstrap 5', library: 'bootstrap/dist/css/bootstrap.css' },
  { name: 'Tailwind 4 preflight', library: 'tailwindcss/preflight.css' },
  { name: 'root size of 62.5 %', css: 'html { font-size: 62.5% } body { font-size: 1.6rem }' },
  {
    name: 'rules for frames, blocks, fields and slots',
    css: `iframe { width: 1px !important; height: 3px !important; opacity: 0 !important; position: fixed !important; display: none !important; border: 9px solid red !important; filter: blur(9px) !important; }
      div { margin: 31px !important; padding: 17px !important; }
      [slot], div:empty { display: none !important; transform: scale(3) !important; opacity: .1 !important; }
      input, button, label, select { height: 11px !important; border: 5px dotted red !important; font-size: 40px !important; text-transform: uppercase !important; }
      #payment { padding: 0 !important; margin: 0 !important; }`,
  },
  {
    name: 'rules for our own elements',
    css: `upc-payment-widget, upc-text-field, upc-skeleton { display: none !important; color: red !important; width: 90px !important; font-size: 3px !important; opacity: .2 !important; position: fixed !important; }
      upc-payment-widget div { display: none !important }`,
  },
  {
    name: 'everything moves',
    css: '* { transition: all 3s !important; animation: wild 1s infinite !important } @keyframes wild { to { transform: rotate(9deg); opacity: 0 } } html, body, main, #payment { animation: none !important }',
  },
  {
    name: 'what is inherited',
    css: `html { box-sizing: border-box; line-height: 0; text-align: center; text-transform: uppercase; text-indent: 40px; white-space: pre; cursor: wait; font-style: italic; font-weight: 900; font-variant: small-caps; text-shadow: 2px 2px red; border-collapse: collapse; list-style: square; -webkit-user-select: none; user-select: none; word-break: break-all; hyphens: auto; color: red; quotes: none; tab-size: 9; -webkit-text-fill-color: red; -webkit-text-stroke: 1px red; font-size: 40px; text-align-last: right; caret-color: transparent; }
      *, ::before, ::after { box-sizing: inherit }`,
  },
  { name: 'from right to left', dir: 'rtl' },
  {
    name: 'in a narrow flex item',
    css: 'main { display: flex } #payment { display: flex; align-items: center; justify-content: center; min-width: 0; flex: none } #payment > * { flex: none; width: min-content; min-width: max-content }',
  },
  {
    name: 'in a grid',
    css: '#payment { display: grid; place-items: center; grid-template-columns: minmax(0, 1fr) }',
  },
  {
    name: 'in a modal dialog',
    html: '<dialog id="modal"><div id="payment"></div></dialog>',
    css: 'dialog { inline-size: 600px; max-inline-size: none; padding: 0; border: 0; margin: 0 }',
    then: () => (document.getElementById('modal') as HTMLDialogElement).showModal(),
  },
  {
    name: 'hidden at first',
    html: '<div id="tab" hidden><div id="payment"></div></div>',
    then: () => document.getElementById('tab')?.removeAttribute('hidden'),
  },
  {
    name: 'in a form',
    html: '<form id="order" action="/ordered"><label>Note <input name="note"></label><div id="payment"></div><button>Order</button></form>',
  },
];

/** Every host gives the widget the same space and a default font, so that measurements can be compared. */
const room = '#payment { inline-size: 600px !important } html body * { font-family: sans-serif !important }';

/** Opens a host page with the widget's script. */
export async function openHost(
  page: Page,
  host: Host,
  partner: PartnerServer,
  serviceUrl: string,
): Promise<void> {
  const library =
    host.library === undefined ? '' : await readFile(join(root, 'node_modules', host.library), 'utf8');
  const slug = host.name.replaceAll(/\W+/g, '-');
  const sheet = `/hosts/${slug}.css`;
  await page.route(`**${sheet}`, (route) =>
    route.fulfill({ contentType: 'text/css', body: `${library}\n${room}\n${host.css ?? ''}` }),
  );
  const html = `<!doctype html><html lang="en" dir="${host.dir ?? 'ltr'}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>${host.name}</title>
    <link rel="stylesheet" href="${sheet}"><script src="${serviceUrl}/widget/widget.js"></script></head>
    <body><main>${host.html ?? '<div id="payment"></div>'}</main><p id="below">Below</p></body></html>`;
  await page.goto(partner.serve(`/hosts/${slug}`, html));
}
