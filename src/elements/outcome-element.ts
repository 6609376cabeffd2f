import { property } from './property.js';
import { WidgetElement } from './widget-element.js';

/** A view that replaces the form. Its heading takes over the focus if the form had it. */
export abstract class OutcomeElement extends WidgetElement {
  @property takesFocus = false;

  protected override firstUpdated(): void {
    if (this.takesFocus) this.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  }
}
