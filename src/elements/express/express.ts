import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import frames from '../../../styles/frames.css?inline';
import styles from './express.css?inline';
import type { Choosing, Filling, Processing } from '../../flow/flow-state.js';
import { expressSlot } from '../../providers/secured-fields.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/** Place for the buttons of wallets, which are in the light DOM and shown through a slot, and the line below them. */
export class ExpressElement extends WidgetElement {
  static override readonly styles = [unsafeCSS(frames), unsafeCSS(styles)];

  @property state!: Choosing | Filling | Processing;

  protected override render(): TemplateResult {
    const { phase, express = false } = this.state;
    const other = this.t('express.other');
    return html`
      <div
        class="secured express"
        role="group"
        aria-label=${this.translator.name('express.label')}
        aria-busy=${!express}
        aria-disabled=${phase === 'processing'}
      >
        <slot name=${expressSlot}></slot>
        ${express ? nothing : html`<div class="skeleton-block skeleton-button"></div>`}
      </div>
      ${other ? html`<p class="express-other"><span>${other}</span></p>` : nothing}
    `;
  }
}
