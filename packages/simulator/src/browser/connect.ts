import type { Connect } from '@upc/contract/frame-protocol';
import { isRegistered } from '../origins.js';

/** The page that may connect. */
export interface Expected {
  readonly origins: readonly string[];
  readonly nonce: string;
}

/**
 * Waits for the page around this frame: the first message that comes from the parent window, from a registered
 * origin and with the nonce. Everything else is ignored, and whatever comes later.
 *
 * @returns the port that the page talks through from then on
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
