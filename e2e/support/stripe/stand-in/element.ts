import type { DefaultValuesOption, StripeElementStyle, StripeError } from '@stripe/stripe-js';
import type {
  CardNumberElement,
  ExpressCheckoutElement,
  FieldChange,
  PaymentElement,
} from '../../../../src/providers/stripe/stripe-api.js';
import { type ExpressSheet, offerSheet } from './express-sheet.js';
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
  type WalletType,
} from './protocol.js';

type Handler = (event: never) => void;
type Call<Type extends ToFrame['type']> = Omit<Extract<ToFrame, { type: Type }>, 'call' | 'type'>;

/** Time after which Stripe.js reports that a frame did not load, in milliseconds. */
const frameDeadline = 28_000;

/**
 * Implements one element with its frame. It refuses what Stripe.js refuses, and forgets what was typed when it is
 * moved.
 */
export class StandInElement implements PaymentElement, CardNumberElement, ExpressCheckoutElement {
  readonly #settings: FrameSettings;
  readonly #frame = document.createElement('iframe');
  readonly #handlers: { readonly event: string; readonly handler: Handler }[] = [];
  readonly #calls = new Map<string, (message: FromFrame) => void>();
  readonly #listening = new AbortController();
  #look: FrameLook;
  /** The open sheet of a wallet. */
  #sheet: ExpressSheet | undefined;
  #node: HTMLElement | undefined;

  /** @param request what a wallet's sheet asks for. */
  constructor(
    settings: Omit<FrameSettings, 'domain' | 'id'>,
    look: FrameLook,
    private readonly request: object = {},
  ) {
    this.#settings = { ...settings, domain: location.hostname, id: crypto.randomUUID() };
    this.#look = look;
  }

  get kind(): FrameKind {
    return this.#settings.kind;
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
    if (kind === 'expressCheckout') this.#frame.allow = 'payment *';
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

  /**
   * Sends the card, or that of the wallet's open sheet.
   *
   * @throws IntegrationError if the person has approved nothing in a wallet.
   */
  async confirm(confirmation: Confirmation): Promise<ApiAnswer> {
    if (this.#settings.kind !== 'expressCheckout') return this.#ask('confirm', { confirmation });
    const sheet = this.#sheet;
    if (!sheet) throw new IntegrationError('Confirm the payment in the handler of the confirm event.');
    const answer = await this.#ask('confirm', { confirmation: { ...confirmation, walletCard: sheet.card } });
    sheet.close(answer.error || answer.status === 'requires_payment_method' ? 'refused' : 'done');
    return answer;
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
        if (this.#settings.kind !== 'expressCheckout') {
          this.#emit('ready', { elementType: this.#settings.kind });
        }
        return;
      case 'wallets':
        this.#emit('ready', {
          elementType: this.#settings.kind,
          availablePaymentMethods: shown(data.wallets),
        });
        return;
      case 'press':
        void this.#openSheet(data.wallet);
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

  async #openSheet(wallet: WalletType): Promise<void> {
    const sheet = await offerSheet(wallet, this.request, (click) => this.#emit('click', click));
    if (!sheet) return this.#emit('cancel', { elementType: 'expressCheckout' });
    this.#sheet = sheet;
    this.#emit('confirm', {
      expressPaymentType: wallet,
      paymentFailed: () => sheet.close('failed'),
    });
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

/** Returns which buttons are shown, as the ready event of Stripe.js does. */
function shown(wallets: readonly WalletType[]): object | undefined {
  if (wallets.length === 0) return undefined;
  return {
    applePay: wallets.includes('apple_pay'),
    googlePay: wallets.includes('google_pay'),
    link: wallets.includes('link'),
    amazonPay: false,
    klarna: false,
    paypal: false,
  };
}
