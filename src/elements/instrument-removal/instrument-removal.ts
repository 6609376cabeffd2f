import { html, type TemplateResult, unsafeCSS } from 'lit';
import link from '../../../styles/link.css?inline';
import styles from './instrument-removal.css?inline';
import { property } from '../property.js';
import { InstrumentRemoveEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';

/**
 * Lets the person remove a stored instrument, after a confirmation.
 *
 * @fires upc-instrument-remove
 */
export class InstrumentRemovalElement extends WidgetElement {
  static override readonly styles = [unsafeCSS(link), unsafeCSS(styles)];

  @property token = '';
  @property busy = false;

  #isAsking = false;

  protected override render(): TemplateResult {
    if (!this.#isAsking)
      return html`<button class="link" type="button" ?disabled=${this.busy} @click=${this.#ask}>
        ${this.translator.name('remove.button')}
      </button>`;
    return html`
      <p class="removal-question" tabindex="-1">${this.translator.name('remove.question')}</p>
      <div class="removal-answers">
        <button class="button button-quiet" type="button" ?disabled=${this.busy} @click=${this.#remove}>
          ${this.translator.name('remove.button')}
        </button>
        <button class="button button-quiet" type="button" @click=${this.#keep}>
          ${this.translator.name('remove.keep')}
        </button>
      </div>
    `;
  }

  readonly #ask = (): void => {
    void this.#show(true);
  };

  readonly #keep = (): void => {
    void this.#show(false);
  };

  async #show(isAsking: boolean): Promise<void> {
    this.#isAsking = isAsking;
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector<HTMLElement>(isAsking ? '[tabindex]' : 'button')?.focus();
  }

  readonly #remove = (): void => {
    this.dispatchEvent(new InstrumentRemoveEvent(this.token));
  };
}
