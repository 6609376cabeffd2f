import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/** Something to say to those who do not see it appear. Equal texts with different `id`s are said again. */
export interface Announcement {
  readonly id: string;
  readonly text: string;
  readonly isUrgent: boolean;
}

/** Where a widget speaks; each widget has its own, and it stays as long as the widget. */
export class LiveRegionElement extends WidgetElement {
  @property announcement: Announcement | undefined;

  protected override render(): TemplateResult {
    const isUrgent = this.announcement?.isUrgent ?? false;
    return html`
      <div class="visually-hidden" role="status">${isUrgent ? '' : this.#said()}</div>
      <div class="visually-hidden" role="alert">${isUrgent ? this.#said() : ''}</div>
    `;
  }

  #said(): unknown {
    return keyed(this.announcement?.id, html`<p>${this.announcement?.text ?? ''}</p>`);
  }
}
