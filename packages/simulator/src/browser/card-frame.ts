import type { FrameMessage, FrameSettings } from '@upc/contract/frame-protocol';
import { CardFrame } from './card-frame-document.js';
import './card-frame.css';
import { connection } from './connect.js';
import { isPageMessage } from './page-message.js';
import { readSettings } from './settings.js';

const settings = readSettings() as FrameSettings;

/** The module must not await this: the page connects on `load`, which would wait for the module. */
void connection(settings).then((port) => {
  const send = (message: FrameMessage): void => port.postMessage(message);
  const frame = new CardFrame(settings, send);
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isPageMessage(data, settings.layout)) frame.handle(data);
  });
  port.start();
  send({ type: 'ready', layout: settings.layout });
});
