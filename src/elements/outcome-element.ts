import { type CSSResultGroup, unsafeCSS } from 'lit';
import styles from '../../styles/outcome.css?inline';
import { property } from './property.js';
import { WidgetElement } from './widget-element.js';

/** Styles of every view that replaces the form. Its own styles follow them. */
export const outcomeStyles = unsafeCSS(styles);

/** A view that replaces the form. Its heading takes over the focus if the form had it. */
export abstract class OutcomeElement extends WidgetElement {
  static override readonly styles: CSSResultGroup = outcomeStyles;

  @property takesFocus = false;

  protected override firstUpdated(): void {
    if (this.takesFocus) this.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  }
}
