import type { Clock } from '../../core/clock.js';
import { setImportant } from '../page-style.js';
import type { ProviderPresentation, ProviderTexts } from '../provider.js';
import { connect } from './connect.js';
import {
  type FieldName,
  FRAME_BLEED_PX,
  type FrameLayout,
  type FrameMessage,
  type PageMessage,
} from '@upc/contract/frame-protocol';

/** Time within which a connected frame must report its height, in milliseconds. */
const heightDeadline = 2_000;

export interface CardFrameOptions {
  readonly frameUrl: URL;
  readonly publicKey: string;
  readonly layout: FrameLayout;
  readonly nonce: string;
  readonly node: HTMLElement;
  readonly presentation: ProviderPresentation;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onMessage: (message: FrameMessage) => void;
}

/** Manages one secured frame on the page, and the channel to it. */
export class CardFrame {
  readonly #element: HTMLIFrameElement;
  readonly #layout: FrameLayout;
  readonly #port: MessagePort;
  readonly #listeners = new Set<(message: FrameMessage) => void>();

  private constructor(
    element: HTMLIFrameElement,
    port: MessagePort,
    { layout, onMessage }: CardFrameOptions,
  ) {
    this.#element = element;
    this.#layout = layout;
    this.#port = port;
    this.#listeners.add(onMessage);
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isMessage(data)) this.#handleMessage(data);
    };
  }

  /**
   * Adds the frame and connects to it. @throws PaymentWidgetError PSP_ERROR when the frame does not respond in time.
   */
  static async open(options: CardFrameOptions): Promise<CardFrame> {
    const { frameUrl, publicKey, layout, nonce, node, presentation } = options;
    const url = new URL(frameUrl);
    url.search = new URLSearchParams({ key: publicKey, layout, nonce }).toString();
    const element = document.createElement('iframe');
    element.title = titleOf(layout, presentation.texts);
    element.src = url.href;
    setImportant(element, {
      all: 'initial',
      border: '0',
      display: 'block',
      flex: layout === 'expiry' || layout === 'cvc' ? '1 1 100px' : '1 1 100%',
      height: '0',
      margin: `-${FRAME_BLEED_PX}px`,
      'max-width': 'none',
      'min-width': '0',
      'pointer-events': 'inherit',
      visibility: 'inherit',
    });
    const connected = connect({ ...options, frame: element, origin: url.origin });
    node.append(element);
    const frame = new CardFrame(element, await connected, options);
    const height = frame.#heightKnown();
    frame.configure(presentation);
    // The frame counts as open only once its height is known, since it would otherwise be a gap that grows. Browsers
    // let a frame measure itself with a delay.
    await Promise.race([height, options.clock.sleep(heightDeadline, options.signal)]);
    return frame;
  }

  configure({ appearance, locale, texts }: ProviderPresentation): void {
    setImportant(this.#element, { 'color-scheme': appearance.colorScheme });
    this.#element.title = titleOf(this.#layout, texts);
    this.send({ type: 'configure', appearance, locale, texts });
  }

  send(message: PageMessage): void {
    this.#port.postMessage(message);
  }

  /**
   * Moves the focus into the frame. The page does this itself, since not every browser accepts a frame that takes the
   * focus.
   */
  focus(field?: FieldName): void {
    this.#element.focus();
    this.send({ type: 'focus', ...(field && { field }) });
  }

  /** Waits for the first message with this type and id. */
  next<Type extends FrameMessage['type']>(
    type: Type,
    id: string,
  ): Promise<Extract<FrameMessage, { type: Type }>> {
    return new Promise((resolve) => {
      const listener = (message: FrameMessage): void => {
        if (message.type !== type || !('id' in message) || message.id !== id) return;
        this.#listeners.delete(listener);
        resolve(message as Extract<FrameMessage, { type: Type }>);
      };
      this.#listeners.add(listener);
    });
  }

  listen(listener: (message: FrameMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #heightKnown(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.listen(({ type }) => {
        if (type !== 'height') return;
        stop();
        resolve();
      });
    });
  }

  destroy(): void {
    this.#listeners.clear();
    this.#port.close();
    this.#element.remove();
  }

  #handleMessage(message: FrameMessage): void {
    if (message.type === 'height' && Number.isFinite(message.height)) {
      setImportant(this.#element, { height: `${Math.min(Math.max(message.height, 0), 1_000)}px` });
    }
    for (const listener of [...this.#listeners]) listener(message);
  }
}

/** Returns whether the data is a readable message. Anything else is ignored. */
function isMessage(data: unknown): data is FrameMessage {
  const { type, fields } = (data ?? {}) as { readonly type?: unknown; readonly fields?: unknown };
  return typeof type === 'string' && (type !== 'change' || (typeof fields === 'object' && fields !== null));
}

function titleOf(layout: FrameLayout, texts: ProviderTexts): string {
  return texts[layout === 'combined' ? 'card.frame.title' : (`card.${layout}.label` as const)] ?? '';
}
