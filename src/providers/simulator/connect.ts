import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { Clock } from '../../core/clock.js';
import { within } from '../within.js';
import type { Connect } from '@upc/contract/frame-protocol';

/** Time within which a frame must respond, in milliseconds. */
const deadline = 10_000;

export interface ConnectOptions {
  readonly frame: HTMLIFrameElement;
  readonly origin: string;
  readonly nonce: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Opens a channel to a frame of the provider once it has loaded. The port reaches the frame only if it contains the
 * provider's own page; the frame checks the sender.
 *
 * @returns this side's end of the channel, after `ready` has arrived.
 * @throws PaymentWidgetError PSP_ERROR when nothing responds in time: the frame is blocked or down, or the provider
 * does not let this page frame it (which fires `load`, never `error`).
 */
export async function connect({ frame, origin, nonce, clock, signal }: ConnectOptions): Promise<MessagePort> {
  const port = await within(deadline, shakeHands(frame, origin, nonce), { clock, signal });
  if (port) return port;
  throw new PaymentWidgetError(
    'PSP_ERROR',
    `The payment provider's frame did not load from ${origin}: something blocks it, or ${location.origin} is not registered.`,
    {
      messageKey: 'error.provider.blocked',
    },
  );
}

function shakeHands(frame: HTMLIFrameElement, origin: string, nonce: string): Promise<MessagePort> {
  return new Promise((resolve) => {
    frame.addEventListener(
      'load',
      () => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener(
          'message',
          ({ data }: MessageEvent<unknown>) => {
            if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'ready')
              resolve(port1);
          },
          { once: true },
        );
        port1.start();
        const message: Connect = { type: 'upc-sim-connect', nonce };
        frame.contentWindow?.postMessage(message, origin, [port2]);
      },
      { once: true },
    );
  });
}
