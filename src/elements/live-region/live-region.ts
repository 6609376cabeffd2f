import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import styles from './live-region.css?inline';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/** A message for people who do not see it appear. Equal texts with different `id`s are announced again. */
export interface Announcement {
  readonly id: string;
  readonly text: string;
  readonly isUrgent: boolean;
}

/** The live region of a widget. Each widget has its own for its whole lifetime. */
export class LiveRegionElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property announcement: Announcement | undefined;

  /** For a new announcement the node is replaced rather than changed, so that an equal text is announced again. */
  #said = document.createElement('p');

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('announcement')) return;
    const { id, text = '' } = this.announcement ?? {};
    if (changed.get('announcement')?.id !== id) this.#said = document.createElement('p');
    if (this.#said.textContent !== text) this.#said.textContent = text;
  }

  protected override render(): TemplateResult {
    const isUrgent = this.announcement?.isUrgent ?? false;
    return html`
      <div class="visually-hidden" role="status">${isUrgent ? nothing : this.#said}</div>
      <div class="visually-hidden" role="alert">${isUrgent ? this.#said : nothing}</div>
    `;
  }
}
