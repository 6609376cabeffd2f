import type { Connect } from '@upc/contract/frame-protocol';
import { isRegistered } from '../origins.js';

/** Origins and nonce of the page that may connect. */
export interface Expected {
  readonly origins: readonly string[];
  readonly nonce: string;
}

/**
 * Waits for the page around this frame: the first message that the parent window sends from a registered origin with
 * the nonce. All other and later messages are ignored.
 *
 * @returns the port through which the page communicates from then on
 */
export function connection({ origins, nonce }: Expected): Promise<MessagePort> {
  return new Promise((resolve) => {
    const handleMessage = (event: MessageEvent<unknown>): void => {
      const [port] = event.ports;
      if (event.source !== window.parent || window.parent === window) return;
      if (!isRegistered(event.origin, origins)) return;
      if (!isConnect(event.data) || event.data.nonce !== nonce || port === undefined) return;
      window.removeEventListener('message', handleMessage);
      resolve(port);
    };
    window.addEventListener('message', handleMessage);
  });
}

function isConnect(data: unknown): data is Connect {
  const message = data as Partial<Connect> | null;
  return (
    typeof message === 'object' && message?.type === 'upc-sim-connect' && typeof message.nonce === 'string'
  );
}
