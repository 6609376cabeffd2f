import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import {
  type ConfirmDetails,
  type PaymentProvider,
  type ProviderConfirm,
  type ProviderFields,
  type ProviderFieldsOptions,
  providerTextKeys,
} from '../provider.js';
import { minorUnits } from '../minor-units.js';
import { randomId } from '../../core/random-id.js';
import { frameAddress } from './frame-address.js';
import { CardFrame } from './card-frame.js';
import { openChallenge } from './challenge.js';
import type { SecuredErrors, SecuredField } from '../../forms/form.js';
import type { ConfirmResult, FieldName, FrameLayout, FrameMessage } from '@upc/contract/frame-protocol';

/** Time within which the provider must respond while the person is not with the bank, in milliseconds. */
const answerDeadline = 60_000;

const fieldNames: readonly FieldName[] = ['number', 'expiry', 'cvc'];

/**
 * The simulated provider, with secured card fields in real frames of another origin. It does not exist in environment
 * live.
 */
export const simulator: PaymentProvider = {
  async mount(options) {
    const { provider } = options.offer;
    if (!provider?.frameUrl || !provider.publicKey) {
      throw new PaymentWidgetError(
        'PSP_ERROR',
        "The session contains no address or no public key for the provider's fields.",
      );
    }
    const layouts: readonly FrameLayout[] = options.appearance.iframeFields ? fieldNames : ['combined'];
    const nonce = randomId();
    const { publicKey } = provider;
    const frameUrl = frameAddress(provider.frameUrl);
    let frames: readonly CardFrame[] = [];
    const onMessage = (message: FrameMessage): void => {
      if (message.type === 'submit') options.onSubmit();
      if (message.type === 'change') {
        for (const name of fieldNames) if (message.fields[name]?.complete) options.onComplete(name);
      }
      if (message.type === 'move') frames[layouts.indexOf(message.to)]?.focus(message.to);
    };
    frames = await Promise.all(
      layouts.map((layout) =>
        CardFrame.open({ ...options, frameUrl, publicKey, layout, nonce, presentation: options, onMessage }),
      ),
    );
    return new SimulatorFields(frames, frameUrl.origin, options);
  },
};

class SimulatorFields implements ProviderFields {
  readonly #frames: readonly CardFrame[];
  readonly #origin: string;
  #options: ProviderFieldsOptions;

  constructor(frames: readonly CardFrame[], origin: string, options: ProviderFieldsOptions) {
    this.#frames = frames;
    this.#origin = origin;
    this.#options = options;
  }

  async validate(): Promise<SecuredErrors> {
    const answers = await Promise.all(
      this.#frames.map((frame) => {
        const id = randomId();
        const answer = frame.next('validated', id);
        frame.send({ type: 'validate', id, focus: false });
        return answer;
      }),
    );
    return Object.fromEntries(
      answers.flatMap(({ errors }) =>
        errors.map(({ field, error }) => [
          field,
          providerTextKeys.find((key) => key === `error.card.${error}`) ?? `error.card.${field}.incomplete`,
        ]),
      ),
    );
  }

  focus(field: SecuredField): void {
    const name = field === 'card' ? 'number' : field;
    (this.#frames[fieldNames.indexOf(name)] ?? this.#frames[0])?.focus(name);
  }

  showRefusal(field: FieldName): void {
    for (const frame of this.#frames) frame.send({ type: 'show-refusal', field });
  }

  async confirm(
    { clientSecret = '' }: ProviderConfirm,
    { values, returnUrl }: ConfirmDetails,
  ): Promise<void> {
    const [frame] = this.#frames;
    if (!frame) return;
    const id = randomId();
    let wasAbandoned = false;
    const challenge = this.#showChallenge(frame, id, () => {
      wasAbandoned = true;
      frame.send({ type: 'abandon', id });
    });
    const answer = frame.next('result', id);
    this.#setReadOnly(true);
    const expected = minorUnits(this.#options.session.amount);
    frame.send({
      type: 'confirm',
      id,
      clientSecret,
      cardHolder: values.cardHolder ?? '',
      returnUrl,
      expected,
    });
    try {
      const { result } = await Promise.race([answer, this.#giveUp(challenge.shown)]);
      requireAnswer(result, wasAbandoned);
    } finally {
      challenge.end();
      this.#setReadOnly(false);
    }
  }

  update(presentation: Parameters<ProviderFields['update']>[0]): void {
    this.#options = { ...this.#options, texts: presentation.texts };
    for (const frame of this.#frames) frame.configure(presentation);
  }

  destroy(): void {
    for (const frame of this.#frames) frame.destroy();
  }

  /** Opens the bank's page in a modal when the frame requests it. */
  #showChallenge(
    frame: CardFrame,
    id: string,
    onAbandon: () => void,
  ): { readonly shown: Promise<void>; readonly end: () => void } {
    let close = (): void => undefined;
    let show!: () => void;
    const shown = new Promise<void>((resolve) => (show = resolve));
    const stop = frame.listen((message) => {
      if (message.type !== 'action' || message.id !== id || message.display !== 'modal') return;
      show();
      const { modalParent: parent, texts, clock, signal } = this.#options;
      close = openChallenge({
        url: message.url,
        origin: this.#origin,
        parent,
        texts,
        clock,
        signal,
        onAbandon,
      });
    });
    const end = (): void => {
      stop();
      close();
    };
    return { shown, end };
  }

  /** Rejects if the frame does not respond in time. Once the bank's page is shown, there is no limit for the person. */
  async #giveUp(shown: Promise<void>): Promise<never> {
    const { clock, signal } = this.#options;
    const isLate = await Promise.race([
      clock.sleep(answerDeadline, signal).then(() => true),
      shown.then(() => false),
    ]);
    if (!isLate) return new Promise(() => undefined);
    throw new PaymentWidgetError('PSP_ERROR', 'The payment provider did not respond.');
  }

  #setReadOnly(readOnly: boolean): void {
    for (const frame of this.#frames) frame.send({ type: 'update', readOnly });
  }
}

/**
 * Checks that the provider has decided. The gateway reports the decision itself.
 *
 * @throws PaymentWidgetError when the provider has not decided.
 */
function requireAnswer(result: ConfirmResult, wasAbandoned: boolean): void {
  switch (result.outcome) {
    case 'answered':
      if (wasAbandoned && result.status === 'requires_action') {
        throw new PaymentWidgetError('PSP_ERROR', 'The confirmation by the bank was cancelled.', {
          reason: 'CANCELLED_BY_PAYER',
          messageKey: 'error.payment.reason.CANCELLED_BY_PAYER',
        });
      }
      return;
    case 'invalid':
      throw new PaymentWidgetError('VALIDATION_ERROR', 'The card details are missing or wrong.');
    case 'refused':
      throw new PaymentWidgetError('PSP_ERROR', `The payment provider refused the request: ${result.code}.`);
    case 'unknown':
      throw new PaymentWidgetError('PSP_ERROR', 'The payment provider did not respond.');
  }
}
