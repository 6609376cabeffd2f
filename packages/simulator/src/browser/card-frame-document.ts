import type { FrameMessage, FrameSettings, PageMessage } from '@upc/contract/frame-protocol';
import { Appearance } from './appearance.js';
import { CardForm } from './card-form.js';
import { Confirmation } from './confirmation.js';
import { ProviderClient } from './provider-client.js';
import { Texts } from './texts.js';

/** Controls the document of a card frame once a page is connected, according to the page's messages. */
export class CardFrame {
  readonly #texts = new Texts();
  readonly #appearance = new Appearance();
  readonly #form: CardForm;
  readonly #confirmation: Confirmation;
  readonly #send: (message: FrameMessage) => void;
  #isMounted = false;

  constructor({ layout, nonce, publicKey }: FrameSettings, send: (message: FrameMessage) => void) {
    this.#send = send;
    this.#form = new CardForm(layout, nonce, this.#texts, send);
    this.#confirmation = new Confirmation(new ProviderClient(publicKey), this.#form.group, send);
  }

  handle(message: PageMessage): void {
    switch (message.type) {
      case 'configure':
        this.#configure(message);
        break;
      case 'update':
        this.#form.setReadOnly(message.readOnly);
        break;
      case 'focus':
        this.#form.focus(message.field);
        break;
      case 'show-refusal':
        this.#form.showRefusal(message.field);
        break;
      case 'validate':
        this.#send({ type: 'validated', id: message.id, ...this.#form.validate(message.focus) });
        break;
      case 'confirm':
        void this.#confirmation.run(message);
        break;
      case 'abandon':
        this.#confirmation.abandon(message.id);
    }
  }

  #configure({ appearance, locale, texts, readOnly }: Extract<PageMessage, { type: 'configure' }>): void {
    this.#appearance.apply(appearance);
    document.documentElement.lang = locale;
    this.#texts.set(texts);
    this.#form.setReadOnly(readOnly === true);
    this.#form.render();
    if (!this.#isMounted) this.#form.mount();
    this.#isMounted = true;
  }
}
