import type { DefaultValuesOption, StripeElementStyle, StripeError } from '@stripe/stripe-js';
import type {
  FieldChange,
  CardNumberElement,
  PaymentElement,
} from '../../../../src/providers/stripe/stripe-api.js';
import { IntegrationError } from './integration-error.js';
import {
  type ApiAnswer,
  type ApiError,
  type ChallengeOutcome,
  type Confirmation,
  type FrameKind,
  framePath,
  type FrameLook,
  type FrameSettings,
  type FromFrame,
  stripeOrigin,
  type ToFrame,
} from './protocol.js';

type Handler = (event: never) => void;
type Call<Type extends ToFrame['type']> = Omit<Extract<ToFrame, { type: Type }>, 'call' | 'type'>;

/** Time after which Stripe.js reports that a frame did not load, in milliseconds. */
const frameDeadline = 28_000;

/**
 * Implements one element with its frame. It refuses what Stripe.js refuses, and forgets what was typed when it is
 * moved.
 */
export class StandInElement implements PaymentElement, CardNumberElement {
  readonly #settings: FrameSettings;
  readonly #frame = document.createElement('iframe');
  readonly #handlers: { readonly event: string; readonly handler: Handler }[] = [];
  readonly #calls = new Map<string, (message: FromFrame) => void>();
  readonly #listening = new AbortController();
  #look: FrameLook;
  #node: HTMLElement | undefined;

  constructor(kind: FrameKind, group: string, locale: string, look: FrameLook) {
    this.#settings = { kind, group, locale, id: crypto.randomUUID() };
    this.#look = look;
  }

  readonly on = (event: string, handler: Handler): this => {
    this.#handlers.push({ event, handler });
    return this;
  };

  readonly mount = (node: HTMLElement): void => {
    if (this.#listening.signal.aborted)
      throw new IntegrationError('This Element has already been destroyed.');
    if (!node.isConnected) {
      throw new IntegrationError('The node you want to mount the Element to is not in the document.');
    }
    if (node.getRootNode() instanceof ShadowRoot) {
      throw new IntegrationError(
        'Elements cannot be mounted in a ShadowRoot. Please mount in the Light DOM.',
      );
    }
    const { kind, locale } = this.#settings;
    this.#node = node;
    node.classList.add('StripeElement', 'StripeElement--empty');
    this.#frame.src = `${stripeOrigin}${framePath}?${new URLSearchParams({ ...this.#settings }).toString()}`;
    this.#frame.title =
      kind === 'payment' ? 'Secure payment input frame' : `Secure ${kind} input frame (${locale})`;
    this.#frame.name = `__standInFrame${this.#settings.id}`;
    for (const [property, value] of Object.entries({
      border: '0',
      display: 'block',
      width: kind === 'payment' ? 'calc(100% + 8px)' : '100%',
      margin: kind === 'payment' ? '-4px' : '0',
      height: kind === 'payment' ? '150px' : '1.2em',
    })) {
      this.#frame.style.setProperty(property, value, 'important');
    }
    const { signal } = this.#listening;
    window.addEventListener('message', (event: MessageEvent<FromFrame>) => this.#hear(event), { signal });
    const late = setTimeout(() => this.#failToLoad(), frameDeadline);
    this.on('ready', () => clearTimeout(late));
    signal.addEventListener('abort', () => clearTimeout(late));
    node.append(this.#frame);
  };

  readonly focus = (): void => {
    this.#frame.focus();
    this.#send({ type: 'focus' });
  };

  readonly update = (options: {
    readonly defaultValues?: DefaultValuesOption;
    readonly style?: StripeElementStyle;
  }): this => {
    const country = options.defaultValues?.billingDetails?.address?.country;
    return this.show({ ...(options.style && { style: options.style }), ...(country && { country }) });
  };

  readonly destroy = (): void => {
    if (this.#listening.signal.aborted)
      throw new IntegrationError('This Element has already been destroyed.');
    this.#listening.abort();
    this.#frame.remove();
    this.#node?.classList.remove('StripeElement', 'StripeElement--empty');
  };

  show(look: FrameLook): this {
    this.#look = { ...this.#look, ...look };
    if (this.#frame.isConnected) this.#send({ type: 'look', look: this.#look });
    return this;
  }

  async validate(): Promise<ApiError | undefined> {
    const message = await this.#call('validate', {});
    return message.type === 'validated' ? message.error : undefined;
  }

  confirm(confirmation: Confirmation): Promise<ApiAnswer> {
    return this.#ask('confirm', { confirmation });
  }

  retrieve(confirmation: Confirmation): Promise<ApiAnswer> {
    return this.#ask('retrieve', { confirmation });
  }

  answerChallenge(confirmation: Confirmation, outcome: ChallengeOutcome): Promise<ApiAnswer> {
    return this.#ask('challenge', { confirmation, outcome });
  }

  async #ask<Type extends ToFrame['type']>(type: Type, rest: Call<Type>): Promise<ApiAnswer> {
    const message = await this.#call(type, rest);
    return message.type === 'answer' ? message.answer : {};
  }

  #call<Type extends ToFrame['type']>(type: Type, rest: Call<Type>): Promise<FromFrame> {
    const call = crypto.randomUUID();
    return new Promise((resolve) => {
      this.#calls.set(call, resolve);
      this.#send({ ...rest, type, call } as unknown as ToFrame);
    });
  }

  #hear({ source, origin, data }: MessageEvent<FromFrame>): void {
    if (origin !== stripeOrigin || source !== this.#frame.contentWindow || data.from !== this.#settings.id)
      return;
    switch (data.type) {
      case 'ready':
        this.#send({ type: 'look', look: this.#look });
        this.#emit('ready', { elementType: this.#settings.kind });
        return;
      case 'height':
        this.#frame.style.setProperty('height', `${data.height}px`, 'important');
        return;
      case 'change':
        this.#emit('change', data.change);
        return;
      case 'focus':
      case 'blur':
        this.#emit(data.type, {});
        return;
      default:
        this.#calls.get(data.call)?.(data);
        this.#calls.delete(data.call);
    }
  }

  #failToLoad(): void {
    const error = { type: 'api_connection_error', message: 'The frame did not load.' } as StripeError;
    this.#emit('loaderror', { error });
  }

  #emit(event: string, value: FieldChange | object): void {
    for (const { handler } of this.#handlers.filter((one) => one.event === event)) handler(value as never);
  }

  #send(message: ToFrame): void {
    this.#frame.contentWindow?.postMessage(message, stripeOrigin);
  }
}
