import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './error-summary.css?inline';
import { fieldId } from '../field-message.js';
import { checkIcon, errorIcon } from '../icons.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

export interface SummaryItem {
  readonly name: string;
  readonly text: string;
  readonly isFixed: boolean;
}

/**
 * What a submit has found wrong, with a way to each. It stays until the next submit, so that nothing jumps while the
 * person corrects; what is right by now is ticked.
 */
export class ErrorSummaryElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property items: readonly SummaryItem[] = [];

  /** Call after `updateComplete`. */
  takeFocus(): void {
    this.querySelector<HTMLElement>('.summary')?.focus();
  }

  protected override render(): TemplateResult {
    const open = this.items.filter(({ isFixed }) => !isFixed).length;
    const title = open === 0 ? this.t('summary.fixed') : this.t('summary.title', { count: open });
    return html`
      <div class=${open === 0 ? 'summary summary-fixed' : 'summary'} part="notice" tabindex="-1">
        <p class="summary-title">${open === 0 ? checkIcon() : errorIcon()}<span>${title}</span></p>
        ${
          open === 0
            ? nothing
            : html`<ul>
                ${this.items.map(({ name, text, isFixed }) =>
                  isFixed
                    ? html`<li class="summary-done">${text} ${checkIcon()}</li>`
                    : html`<li><a href="#${fieldId(name)}" @click=${this.#handleClick}>${text}</a></li>`,
                )}
              </ul>`
        }
      </div>
    `;
  }

  /** The page's address stays the host's: the link moves the focus itself. */
  #handleClick(event: Event): void {
    event.preventDefault();
    const link = event.currentTarget as HTMLAnchorElement;
    const root = this.getRootNode() as ShadowRoot;
    root.getElementById(link.hash.slice(1))?.focus();
  }
}
