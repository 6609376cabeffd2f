import type { Clock } from '../../core/clock.js';
import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import { setImportant } from '../page-style.js';
import type {
  ExpressButtonsOptions,
  ProviderFieldsOptions,
  ProviderPresentation,
  ProviderTexts,
} from '../provider.js';
import { connect } from './connect.js';
import { frameAddress } from './frame-address.js';
import { FRAME_BLEED_PX, type PageMessage } from '@upc/contract/frame-protocol';

/** Time within which a connected frame must report its height, in milliseconds. */
const heightDeadline = 2_000;

/** A message of any frame; those with other members are only read by code that knows them. */
export interface AnyMessage {
  readonly type: string;
}

export interface ProviderFrameOptions<Message extends AnyMessage> {
  readonly url: URL;
  readonly nonce: string;
  readonly node: HTMLElement;
  readonly title: (texts: ProviderTexts) => string;
  /** Declarations beside those of all frames. */
  readonly style: Readonly<Record<string, string>>;
  /** Permissions of the frame, as in the attribute `allow`. */
  readonly allow?: string;
  readonly presentation: ProviderPresentation;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onMessage: (message: Message) => void;
}

/** Manages one frame of the provider on the page, and the channel to it. */
export class ProviderFrame<Message extends AnyMessage> {
  readonly #element: HTMLIFrameElement;
  readonly #title: (texts: ProviderTexts) => string;
  readonly #port: MessagePort;
  readonly #listeners = new Set<(message: Message) => void>();

  private constructor(
    element: HTMLIFrameElement,
    port: MessagePort,
    { title, onMessage }: ProviderFrameOptions<Message>,
  ) {
    this.#element = element;
    this.#title = title;
    this.#port = port;
    this.#listeners.add(onMessage);
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isMessage(data)) this.#handleMessage(data as Message);
    };
  }

  /**
   * Adds the frame and connects to it. @throws PaymentWidgetError PSP_ERROR when the frame does not respond in time.
   */
  static async open<Message extends AnyMessage>(
    options: ProviderFrameOptions<Message>,
  ): Promise<ProviderFrame<Message>> {
    const { url, node, title, style, allow, presentation } = options;
    const element = document.createElement('iframe');
    element.title = title(presentation.texts);
    // The permission must be there before the address, since it applies to the next page that is loaded.
    if (allow) element.allow = allow;
    element.src = url.href;
    setImportant(element, {
      all: 'initial',
      border: '0',
      display: 'block',
      height: '0',
      margin: `-${FRAME_BLEED_PX}px`,
      'max-width': 'none',
      'min-width': '0',
      'pointer-events': 'inherit',
      visibility: 'inherit',
      ...style,
    });
    const connected = connect({ ...options, frame: element, origin: url.origin });
    node.append(element);
    const port = await connected.catch((error: unknown) => {
      element.remove();
      throw error;
    });
    const frame = new ProviderFrame(element, port, options);
    const height = frame.#heightKnown();
    frame.configure(presentation);
    // The frame counts as open only once its height is known, since it would otherwise be a gap that grows. Browsers
    // let a frame measure itself with a delay.
    await Promise.race([height, options.clock.sleep(heightDeadline, options.signal)]);
    return frame;
  }

  configure({ appearance, locale, texts }: ProviderPresentation): void {
    setImportant(this.#element, { 'color-scheme': appearance.colorScheme });
    this.#element.title = this.#title(texts);
    this.send({ type: 'configure', appearance, locale, texts });
  }

  send(message: PageMessage): void {
    this.#port.postMessage(message);
  }

  /**
   * Moves the focus into the frame. The page does this itself, since not every browser accepts a frame that takes the
   * focus.
   */
  focus(): void {
    this.#element.focus();
  }

  listen(listener: (message: Message) => void): () => void {
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

  #handleMessage(message: Message): void {
    if (message.type === 'height' && 'height' in message && Number.isFinite(message.height)) {
      const height = Math.min(Math.max(message.height as number, 0), 1_000);
      setImportant(this.#element, { height: `${height}px` });
    }
    for (const listener of [...this.#listeners]) listener(message);
  }
}

/** Returns whether the data is a readable message. Anything else is ignored. */
function isMessage(data: unknown): data is AnyMessage {
  const { type, fields } = (data ?? {}) as { readonly type?: unknown; readonly fields?: unknown };
  return typeof type === 'string' && (type !== 'change' || (typeof fields === 'object' && fields !== null));
}

/**
 * Returns the origin of the provider's frames, and a function that makes the address of one with the studio's key. The
 * path is relative to that of card fields.
 *
 * @throws PaymentWidgetError PSP_ERROR when the session has no allowed address or no key.
 */
export function framesOf({
  offer: { provider },
}: Pick<ProviderFieldsOptions | ExpressButtonsOptions, 'offer'>): {
  readonly origin: string;
  readonly frameUrl: (path: string, query: Readonly<Record<string, string>>) => URL;
} {
  if (!provider?.frameUrl || !provider.publicKey) {
    throw new PaymentWidgetError(
      'PSP_ERROR',
      "The session contains no address or no public key for the provider's fields.",
    );
  }
  const base = frameAddress(provider.frameUrl);
  const { publicKey: key } = provider;
  return {
    origin: base.origin,
    frameUrl: (path, query) => {
      const url = new URL(path, base);
      url.search = new URLSearchParams({ key, ...query }).toString();
      return url;
    },
  };
}
