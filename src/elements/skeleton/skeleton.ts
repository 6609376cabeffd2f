import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './skeleton.css?inline';
import { type Clock, systemClock } from '../../core/clock.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

const shapes = {
  /**
   * The number of methods is not known yet. Most studios offer this many, and together the rows are as tall as a card
   * form.
   */
  list: ['title', 'row', 'row', 'row', 'row', 'row'],
  form: ['title', 'field', 'field', 'mandate', 'box', 'note', 'button'],
} as const;

/** Time after which a message states that loading continues, in milliseconds. */
const longWait = 8_000;

/** Placeholder for the content that will appear here, with the same height as far as it is known. */
export class SkeletonElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property shape: keyof typeof shapes = 'form';
  /** Blocks to omit because they are already shown or will not appear. */
  @property without: readonly string[] = [];

  clock: Clock = systemClock;

  #isLong = false;
  #waiting = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#waiting = new AbortController();
    this.clock.sleep(longWait, this.#waiting.signal).then(
      () => {
        this.#isLong = true;
        this.requestUpdate();
      },
      () => undefined,
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#waiting.abort();
  }

  protected override render(): TemplateResult {
    const hidden = [...this.without, ...(this.config.hidePaymentButton ? ['button'] : [])];
    return html`
      <div class="skeleton" aria-hidden="true">
        ${shapes[this.shape].map((block) => (hidden.includes(block) ? nothing : html`<div class="skeleton-block skeleton-${block}"></div>`))}
      </div>
      <p class="skeleton-text" role="status">${this.#isLong ? this.t('loading.long') : nothing}</p>
    `;
  }
}
