import {
  type ExpressMessage,
  type ExpressSettings,
  FRAME_BLEED_PX,
  type PageMessage,
  WALLETS,
  WALLET_LABELS,
} from '@upc/contract/frame-protocol';
import { Appearance } from './appearance.js';
import { connection } from './connect.js';
import { element } from './dom.js';
import './express-frame.css';
import { isPageMessage } from './page-message.js';
import { readSettings } from './settings.js';
import { obstacleTo } from './wallet-support.js';

const settings = readSettings() as ExpressSettings;
const appearance = new Appearance('.wallet');
const row = element('div', { class: 'wallets' });
document.body.append(row);
let pressed: HTMLButtonElement | undefined;

/** The module must not await this: the page connects on `load`, which would wait for the module. */
void connection(settings).then((port) => {
  const send = (message: ExpressMessage): void => port.postMessage(message);
  let isConfigured = false;
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isPageMessage(data, 'combined')) return;
    if (data.type === 'focus') pressed?.focus();
    if (data.type !== 'configure') return;
    configure(data);
    if (!isConfigured) void addButtons(send);
    isConfigured = true;
  });
  port.start();
  send({ type: 'ready' });
});

async function addButtons(send: (message: ExpressMessage) => void): Promise<void> {
  const found = await Promise.all(
    WALLETS.map(async (wallet) => ({ wallet, why: await obstacleTo(wallet, settings.offersLink) })),
  );
  const shown = found.flatMap(({ wallet, why }) => (why === undefined ? [wallet] : []));
  for (const wallet of shown) {
    const button = element('button', { class: 'wallet', type: 'button' });
    const note = element('small', {});
    note.textContent = simulationIn(document.documentElement.lang);
    button.append(WALLET_LABELS[wallet], ' ', note);
    button.addEventListener('click', () => {
      pressed = button;
      send({ type: 'press', wallet });
    });
    row.append(button);
  }
  document.title = shown.map((wallet) => WALLET_LABELS[wallet]).join(', ') || document.title;
  send({
    type: 'wallets',
    shown,
    missing: found.flatMap(({ wallet, why }) => (why === undefined ? [] : [{ wallet, why }])),
  });
  new ResizeObserver(() => {
    const height = Math.ceil(row.getBoundingClientRect().height) + 2 * FRAME_BLEED_PX;
    send({ type: 'height', height });
  }).observe(row);
}

/** Applies the colours and the font of the page. The host's styles of text fields do not suit buttons. */
function configure({ appearance: given, locale }: Extract<PageMessage, { type: 'configure' }>): void {
  const { iframeFields: _, ...own } = given;
  appearance.apply(own);
  document.documentElement.lang = locale;
  for (const note of row.querySelectorAll('small')) note.textContent = simulationIn(locale);
}

function simulationIn(locale: string): string {
  return settings.simulation[locale.slice(0, 2).toLowerCase()] ?? settings.simulation.en ?? '';
}
