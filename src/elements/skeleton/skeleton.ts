import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './skeleton.css?inline';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

const shapes = {
  /** The number of methods is not known yet: these are as many as most studios offer, as high as the form of a card. */
  list: ['title', 'row', 'row', 'row', 'row', 'row'],
  form: ['title', 'field', 'field', 'mandate', 'box', 'note', 'button'],
} as const;

/** The shape of what will appear here, with its height as far as it is known. */
export class SkeletonElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property shape: keyof typeof shapes = 'form';
  /** Blocks of the shape that are shown already, or will not come. */
  @property without: readonly string[] = [];

  protected override render(): TemplateResult {
    const hidden = [...this.without, ...(this.config.hidePaymentButton ? ['button'] : [])];
    return html`
      <div class="skeleton" aria-hidden="true">
        ${shapes[this.shape].map((block) => (hidden.includes(block) ? nothing : html`<div class="skeleton-block skeleton-${block}"></div>`))}
      </div>
    `;
  }
}
