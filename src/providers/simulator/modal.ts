import type { Clock } from '../../core/clock.js';
import { connect } from './connect.js';
import type { BankPageMessage, SheetMessage } from '@upc/contract/frame-protocol';

type ModalMessage = BankPageMessage | SheetMessage;

export interface ModalOptions {
  readonly url: string;
  /** Origin of the provider's pages. */
  readonly origin: string;
  readonly parent: ParentNode;
  readonly title: string;
  readonly closeLabel: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with each message of the page, and with the port for a response. */
  readonly onMessage?: (message: ModalMessage, port: MessagePort) => void;
  /** Returns whether the person may close the modal now; always if absent. */
  readonly canAbandon?: () => boolean;
  /** Called when the person closes the modal before its page has finished. */
  readonly onAbandon: () => void;
  /** Called when the modal is closed, for whatever reason. */
  readonly onClose?: () => void;
}

/**
 * Shows a page of the provider in a modal: the bank's, or a wallet's payment sheet.
 *
 * @returns a function that closes it, which may be called repeatedly.
 */
export function openModal(options: ModalOptions): () => void {
  const { url, origin, parent, title: titleText, closeLabel, clock, signal } = options;
  const dialog = document.createElement('dialog');
  dialog.className = 'challenge';
  dialog.setAttribute('aria-label', titleText);
  const closeButton = document.createElement('button');
  closeButton.type = 'button';
  closeButton.className = 'button button-quiet';
  closeButton.textContent = closeLabel;
  const title = document.createElement('p');
  title.textContent = titleText;
  title.tabIndex = -1;
  const head = document.createElement('div');
  head.className = 'challenge-head';
  head.append(title, closeButton);
  const frame = document.createElement('iframe');
  frame.className = 'challenge-frame';
  frame.title = titleText;
  // Only the provider's own pages may appear in a place that the person trusts.
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.origin === origin) frame.src = address.href;
  dialog.append(head, frame);

  let isOver = false;
  const close = (): void => {
    if (isOver) return;
    isOver = true;
    dialog.close();
    dialog.remove();
    options.onClose?.();
  };
  const abandon = (): void => {
    if (isOver || options.canAbandon?.() === false) return;
    close();
    options.onAbandon();
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
   * the first address's path.
   */
  async function listen(): Promise<void> {
    const nonce = address?.pathname.split('/').pop() ?? '';
    while (!isOver) {
      try {
        const port = await connect({ frame, origin, nonce, clock, signal });
        port.onmessage = ({ data }: MessageEvent<ModalMessage | null | undefined>) => {
          if (!data || isOver) return;
          if (data.type === 'height') frame.style.setProperty('height', `${Math.min(data.height, 900)}px`);
          if (data.type === 'complete') close();
          options.onMessage?.(data, port);
        };
      } catch {
        // The frame shows the problem itself. The result, or the person, closes the modal.
        if (signal.aborted) return;
      }
    }
  }
}
