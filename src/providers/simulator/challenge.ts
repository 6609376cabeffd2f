import type { Clock } from '../../core/clock.js';
import type { ProviderTexts } from '../provider.js';
import { connect } from './connect.js';
import type { BankPageMessage } from '@upc/contract/frame-protocol';

export interface ChallengeOptions {
  readonly url: string;
  /** Origin of the provider's pages. */
  readonly origin: string;
  readonly parent: ParentNode;
  readonly texts: ProviderTexts;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called when the person closes the modal before the bank has finished. */
  readonly onAbandon: () => void;
}

/**
 * Shows the bank's page in a modal.
 *
 * @returns a function that closes it.
 */
export function openChallenge(options: ChallengeOptions): () => void {
  const { url, origin, parent, texts, clock, signal, onAbandon } = options;
  const dialog = document.createElement('dialog');
  dialog.className = 'challenge';
  dialog.setAttribute('aria-label', texts['challenge.title'] ?? '');
  const closeButton = document.createElement('button');
  closeButton.type = 'button';
  closeButton.className = 'button button-quiet';
  closeButton.textContent = texts['challenge.close'] ?? '';
  const title = document.createElement('p');
  title.textContent = texts['challenge.title'] ?? '';
  title.tabIndex = -1;
  const head = document.createElement('div');
  head.className = 'challenge-head';
  head.append(title, closeButton);
  const frame = document.createElement('iframe');
  frame.className = 'challenge-frame';
  frame.title = texts['challenge.title'] ?? '';
  // Only the provider's own pages may appear in a place that the person trusts.
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.origin === origin) frame.src = address.href;
  dialog.append(head, frame);

  let isOver = false;
  const close = (): void => {
    isOver = true;
    dialog.close();
    dialog.remove();
  };
  const abandon = (): void => {
    if (isOver) return;
    close();
    onAbandon();
  };
  closeButton.addEventListener('click', abandon);
  // Handles the Escape key.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    abandon();
  });
  signal.addEventListener('abort', close, { once: true });
  void listen();
  parent.append(dialog);
  dialog.showModal();
  // Otherwise the button has the focus, and a second Enter on the button for paying cancels.
  title.focus();
  return close;

  /**
   * Connects to each page in the frame, since the bank's page may lead to another one. The nonce is the last part of
   * the first address.
   */
  async function listen(): Promise<void> {
    const nonce = address?.pathname.split('/').pop() ?? '';
    while (!isOver) {
      try {
        const port = await connect({ frame, origin, nonce, clock, signal });
        port.onmessage = ({ data }: MessageEvent<BankPageMessage | null | undefined>) => {
          if (data?.type === 'height') frame.style.setProperty('height', `${Math.min(data.height, 900)}px`);
          if (data?.type === 'complete' && !isOver) close();
        };
      } catch {
        // The frame shows the problem itself. The result, or the person, ends the challenge.
        if (signal.aborted) return;
      }
    }
  }
}
