import { html, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import frames from '../../../styles/frames.css?inline';
import styles from './secured-fields.css?inline';
import type { PaymentMethod } from '@upc/contract/gateway';
import { securedSlot } from '../../providers/secured-fields.js';
import type { SecuredFieldsState } from '../../flow/flow-state.js';
import { icon } from '../icons.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

const lockIcon = (): TemplateResult =>
  icon('lock', svg`<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>`);

/** Time after which a press counts as finished if no further event arrives, in milliseconds. */
const longestPress = 10_000;

/** Place for a provider's fields, which are in the light DOM and shown through a slot. */
export class SecuredFieldsElement extends WidgetElement {
  static override readonly styles = [unsafeCSS(frames), unsafeCSS(styles)];

  @property paymentMethod!: PaymentMethod;
  @property status: SecuredFieldsState = 'loading';

  #connection = new AbortController();
  #timer: number | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    window.addEventListener(
      'pointerdown',
      () => {
        this.#hold(`${this.getBoundingClientRect().height}px`);
        this.#releaseIn(longestPress);
      },
      { signal, capture: true },
    );
    const end = ({ buttons }: PointerEvent): void => {
      // The click follows in the same task and must come first.
      if (buttons === 0 && this.style.blockSize) this.#releaseIn(0);
    };
    // pointerup inside an iframe never reaches us; the next pointermove does.
    for (const name of ['pointerup', 'pointercancel', 'pointermove'] as const) {
      window.addEventListener(name, end, { signal });
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection.abort();
    clearTimeout(this.#timer);
    this.#hold('');
  }

  protected override render(): TemplateResult {
    const isLoading = this.status === 'loading';
    const trust = this.t('card.trust');
    return html`
      <div class="secured" aria-busy=${isLoading} ?hidden=${this.status === 'failed'}>
        <slot name=${securedSlot(this.paymentMethod)}></slot>
        ${
          isLoading
            ? html`<div class="skeleton-block skeleton-field"></div>
                <div class="skeleton-block skeleton-field"></div>`
            : nothing
        }
      </div>
      ${trust && this.status !== 'failed' ? html`<p class="note note-trust">${lockIcon()}<span>${trust}</span></p>` : nothing}
    `;
  }

  /**
   * Fixes the height during a press. When the person leaves a field by pressing the button, an error may appear or a
   * frame may grow. The button would then move away from under the pointer, and the click would miss it.
   */
  #hold(height: string): void {
    const { style } = this;
    style.setProperty('block-size', height);
    style.setProperty('overflow', height && 'clip');
  }

  #releaseIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#hold(''), milliseconds);
  }
}
