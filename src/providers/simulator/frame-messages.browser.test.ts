import { expect } from '@open-wc/testing';
import { systemClock } from '../../core/clock.js';
import { gatewaySession } from '../../testing/fixtures.js';
import { mountWidget } from '../../testing/mount-widget.js';
import { stateNamed } from '../../testing/widget-states.js';
import { providerPresentation } from '../provider-presentation.js';
import { simulator } from './simulator.js';

interface SentMessage {
  readonly type: string;
  readonly id: string;
}

it('what a frame says beside the protocol is ignored, and an answer that is none is an error', async () => {
  const node = document.createElement('div');
  document.body.append(node);
  const uncaught: unknown[] = [];
  const { onerror } = window;
  window.onerror = (message) => uncaught.push(message) > 0;
  const { element, store, translator } = await mountWidget(node, stateNamed('form, empty'));
  // The frame loads a page of the test's own server; the test sends messages in its place.
  let port: MessagePort | undefined;
  let answer: (sent: SentMessage) => unknown = () => undefined;
  const asked: string[] = [];
  new MutationObserver(([record], observer) => {
    const frame = record?.addedNodes[0] as HTMLIFrameElement;
    observer.disconnect();
    frame.addEventListener('load', () => {
      frame.contentWindow?.addEventListener('message', ({ ports: [given] }) => {
        port = given;
        given?.addEventListener('message', ({ data }: MessageEvent<SentMessage>) => {
          asked.push(data.type);
          given.postMessage(answer(data));
        });
        given?.start();
        given?.postMessage({ type: 'ready' });
        given?.postMessage({ type: 'height', height: 50 });
      });
    });
  }).observe(node, { childList: true });
  const lifetime = new AbortController();
  const presentation = providerPresentation(element, store.config, translator);
  const fields = await simulator.mount({
    ...presentation,
    session: gatewaySession(),
    offer: {
      paymentMethod: 'CREDIT_CARD',
      canBeSaved: false,
      provider: { name: 'SIMULATOR', frameUrl: `${location.origin}/no-such-page`, publicKey: 'key' },
    },
    environment: 'test',
    disableLink: false,
    node,
    modalParent: document.body,
    clock: systemClock,
    signal: lifetime.signal,
    onComplete: () => undefined,
    onSubmit: () => undefined,
  });

  const strange = [null, 7, 'change', [], {}, { type: 7 }, { type: 'unknown' }, { type: '__proto__' }];
  const types = ['ready', 'change', 'height', 'move', 'validated', 'result', 'action'];
  for (const message of [...strange, ...types.map((type) => ({ type }))]) port?.postMessage(message);
  port?.postMessage({ type: 'change', fields: null });
  port?.postMessage({ type: 'change', fields: { number: null, cvc: 7 } });

  answer = ({ type, id }) => type === 'validate' && { type: 'validated', id };
  await fails(fields.validate({ saves: false }));

  // The language of the page changes while the fields are shown.
  const german = { 'card.frame.title': 'Kartendaten', 'challenge.close': 'Abbrechen' };
  fields.update({ ...presentation, locale: 'de', texts: german });
  expect(node.querySelector('iframe')?.title).to.equal('Kartendaten');

  answer = ({ type, id }) => type === 'confirm' && { type: 'action', id, display: 'modal', url: 7 };
  const confirmed = fails(
    fields.confirm(
      { type: 'PROVIDER_CONFIRM', provider: 'SIMULATOR', clientSecret: 'secret' },
      { values: {}, returnUrl: location.href },
    ),
  );
  let dialog: HTMLDialogElement | null = null;
  while (!(dialog = document.querySelector('dialog'))) await new Promise((resolve) => setTimeout(resolve));
  expect(dialog.querySelector('iframe')?.src).to.equal('');
  answer = ({ type, id }) => type === 'abandon' && { type: 'result', id };
  expect(dialog.querySelector('button')?.textContent).to.equal('Abbrechen');
  dialog.querySelector('button')?.click();
  await confirmed;

  expect(asked).to.include('abandon');
  expect(uncaught).to.deep.equal([]);
  lifetime.abort();
  fields.destroy();
  node.remove();
  window.onerror = onerror;
});

async function fails(promise: Promise<unknown>): Promise<void> {
  const outcome = await promise.then(
    () => 'kept',
    () => 'rejected',
  );
  expect(outcome).to.equal('rejected');
}
