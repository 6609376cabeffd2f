import {
  type ConfirmDetails,
  type PaymentProvider,
  type ProviderConfirm,
  type ProviderFields,
  type ProviderFieldsOptions,
  providerTextKeys,
  type ProviderTexts,
} from '../provider.js';
import { minorUnits } from '../minor-units.js';
import { randomId } from '../../core/random-id.js';
import { answerDeadline, noAnswer, requireAnswer } from './confirm-result.js';
import { openModal } from './modal.js';
import { framesOf, ProviderFrame } from './provider-frame.js';
import type { SecuredErrors, SecuredField } from '../../forms/form.js';
import type { FieldName, FrameLayout, FrameMessage } from '@upc/contract/frame-protocol';

const fieldNames: readonly FieldName[] = ['number', 'expiry', 'cvc'];

/**
 * The simulated provider, with secured card fields in real frames of another origin. It does not exist in environment
 * live.
 */
export const simulator: PaymentProvider = {
  mountExpress: async (options) => (await import('./express-buttons.js')).mountExpress(options),
  async mount(options) {
    const { origin, frameUrl } = framesOf(options);
    const layouts: readonly FrameLayout[] = options.appearance.iframeFields ? fieldNames : ['combined'];
    const nonce = randomId();
    let frames: readonly CardFrame[] = [];
    const onMessage = (message: FrameMessage): void => {
      if (message.type === 'submit') options.onSubmit();
      if (message.type === 'change') {
        for (const name of fieldNames) if (message.fields[name]?.complete) options.onComplete(name);
      }
      if (message.type === 'move') focusIn(frames[layouts.indexOf(message.to)], message.to);
    };
    frames = await Promise.all(
      layouts.map((layout) =>
        ProviderFrame.open<FrameMessage>({
          ...options,
          url: frameUrl('', { layout, nonce }),
          nonce,
          title: (texts) => titleOf(layout, texts),
          style: { flex: layout === 'expiry' || layout === 'cvc' ? '1 1 100px' : '1 1 100%' },
          presentation: options,
          onMessage,
        }),
      ),
    );
    return new SimulatorFields(frames, origin, options);
  },
};

type CardFrame = ProviderFrame<FrameMessage>;

function titleOf(layout: FrameLayout, texts: ProviderTexts): string {
  return texts[layout === 'combined' ? 'card.frame.title' : (`card.${layout}.label` as const)] ?? '';
}

function focusIn(frame: CardFrame | undefined, field: FieldName): void {
  frame?.focus();
  frame?.send({ type: 'focus', field });
}

/** Waits for the first message with this type and id. */
function next<Type extends FrameMessage['type']>(
  frame: CardFrame,
  type: Type,
  id: string,
): Promise<Extract<FrameMessage, { type: Type }>> {
  return new Promise((resolve) => {
    const stop = frame.listen((message) => {
      if (message.type !== type || !('id' in message) || message.id !== id) return;
      stop();
      resolve(message as Extract<FrameMessage, { type: Type }>);
    });
  });
}

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
        const answer = next(frame, 'validated', id);
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
    focusIn(this.#frames[fieldNames.indexOf(name)] ?? this.#frames[0], name);
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
    const answer = next(frame, 'result', id);
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
      close = openModal({
        url: message.url,
        origin: this.#origin,
        parent,
        title: texts['challenge.title'] ?? '',
        closeLabel: texts['challenge.close'] ?? '',
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
    throw noAnswer();
  }

  #setReadOnly(readOnly: boolean): void {
    for (const frame of this.#frames) frame.send({ type: 'update', readOnly });
  }
}
