import type { BankPageMessage } from '@upc/contract/frame-protocol';
import './bank-page.css';
import { connection, type Expected } from './connect.js';
import { reportHeight } from './dom.js';
import { readSettings } from './settings.js';

const settings = readSettings() as Expected & { readonly done: boolean };

document.addEventListener('submit', ({ submitter }) => submitter?.setAttribute('aria-busy', 'true'));

if (window.parent !== window) {
  document.documentElement.classList.add('framed');
  for (const form of document.forms) {
    const framed = document.createElement('input');
    framed.type = 'hidden';
    framed.name = 'framed';
    framed.value = 'yes';
    form.append(framed);
  }
  void connection(settings).then((port) => {
    const send = (message: BankPageMessage): void => port.postMessage(message);
    send({ type: 'ready' });
    reportHeight((height) => send({ type: 'height', height }));
    if (settings.done) send({ type: 'complete' });
  });
}
