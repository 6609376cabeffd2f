import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import styles from './live-region.css?inline';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/**
 * A message for people who do not see it appear. Equal texts with different `id`s are announced again. A text that only
 * changes, such as a number of errors, never interrupts, and waits while the person types.
 */
export interface Announcement {
  readonly id: string;
  readonly text: string;
  readonly isUrgent: boolean;
}

/** The live region of a widget. Each widget has its own for its whole lifetime. */
export class LiveRegionElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property announcement: Announcement | undefined;

  /** The node is replaced rather than changed, so that an equal text is announced again. */
  #said = document.createElement('p');
  #isUrgent = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('announcement')) return;
    const { id, text = '', isUrgent = false } = this.announcement ?? {};
    const isNew = changed.get('announcement')?.id !== id;
    if (!isNew && (this.#said.textContent === text || this.#isTyping())) return;
    this.#said = document.createElement('p');
    this.#said.textContent = text;
    this.#isUrgent = isNew && isUrgent;
  }

  protected override render(): TemplateResult {
    return html`
      <div class="visually-hidden" role="status">${this.#isUrgent ? nothing : this.#said}</div>
      <div class="visually-hidden" role="alert">${this.#isUrgent ? this.#said : nothing}</div>
    `;
  }

  #isTyping(): boolean {
    return (this.getRootNode() as ShadowRoot).activeElement?.matches('input[type=text]') ?? false;
  }
}
