import type { BrowserIntentView } from '@upc/contract/simulator-api';
import type { ConfirmResult, FrameMessage, PageMessage } from '@upc/contract/frame-protocol';
import { resultOf } from './confirm-result.js';
import type { FieldGroup } from './field-group.js';
import type { ProviderClient } from './provider-client.js';

export type ConfirmMessage = Extract<PageMessage, { type: 'confirm' }>;

const POLL_MS = 1_000;

/**
 * Confirms a payment when the page requests it, and follows a challenge to its end. Only one confirmation runs at a
 * time.
 */
export class Confirmation {
  readonly #client: ProviderClient;
  readonly #group: FieldGroup;
  readonly #send: (message: FrameMessage) => void;
  #running: string | undefined;
  readonly #abandoned = new Set<string>();

  constructor(client: ProviderClient, group: FieldGroup, send: (message: FrameMessage) => void) {
    this.#client = client;
    this.#group = group;
    this.#send = send;
  }

  /** Runs a confirmation; a second one is ignored while the first is running. */
  async run(message: ConfirmMessage): Promise<void> {
    if (this.#running !== undefined) return;
    this.#running = message.id;
    try {
      this.#send({ type: 'result', id: message.id, result: await this.#result(message) });
    } finally {
      this.#running = undefined;
      this.#abandoned.delete(message.id);
    }
  }

  abandon(id: string): void {
    if (id === this.#running) this.#abandoned.add(id);
  }

  async #result(message: ConfirmMessage): Promise<ConfirmResult> {
    const { clientSecret, cardHolder: holder, returnUrl, expected } = message;
    const card = await this.#group.collect();
    if (card === undefined) {
      return { outcome: 'refused', code: 'frame_missing', message: 'A frame of the form does not respond.' };
    }
    if (card === null) return { outcome: 'invalid' };
    const confirmed = this.#client.confirm({
      clientSecret,
      source: { card: { ...card, ...(holder && { holder }) } },
      ...(returnUrl !== undefined && { returnUrl }),
      ...(expected && { expected }),
    });
    return resultOf(confirmed.then((intent) => this.#seeThrough(message, intent)));
  }

  /**
   * Notifies the page of the action that the payer must take. With a modal page, waits until the intent has changed.
   */
  async #seeThrough(
    { id, clientSecret }: ConfirmMessage,
    intent: BrowserIntentView,
  ): Promise<BrowserIntentView> {
    if (intent.status !== 'requires_action' || intent.nextAction === undefined) return intent;
    const { display, url } = intent.nextAction;
    this.#send({ type: 'action', id, display, url });
    if (display === 'redirect') return intent;
    let current = intent;
    while (current.status === 'requires_action' && !this.#abandoned.has(id)) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      current = await this.#client.retrieve(clientSecret);
    }
    return current;
  }
}
