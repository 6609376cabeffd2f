import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import link from '../../../styles/link.css?inline';
import styles from './signature.css?inline';
import { describe, fieldId } from '../field-message.js';
import { liveProperty } from '../live-property.js';
import { property } from '../property.js';
import { SignatureChangeEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';
import {
  addStroke,
  padSize,
  type Point,
  readSvg,
  type Signature,
  strokePath,
  toSvg,
} from './signature-svg.js';

type Mode = Signature['kind'];

/**
 * A pad for a signature, which is drawn with a finger, pen or mouse, or typed. If the host enables it, typing has its
 * own tab; otherwise a link offers it to people who cannot draw. The ink is vector data and scales to any size.
 *
 * @fires upc-signature-change
 */
export class SignatureElement extends WidgetElement {
  static override readonly styles = [unsafeCSS(link), unsafeCSS(styles)];

  @property svg: string | undefined;
  @property missing = false;
  @property busy = false;

  @property private mode: Mode | undefined;
  @property private stroke: readonly Point[] = [];
  /** Pointer that is drawing. A second finger or the palm of the hand draws nothing. */
  #pointer: number | undefined;

  protected override render(): TemplateResult {
    const id = fieldId('signature');
    const mode = this.#currentMode();
    const label = this.t('signature.label');
    const hint = this.t(mode === 'drawn' ? 'signature.drawHint' : 'signature.typeHint');
    const described = describe(id, { hint, error: this.missing ? this.t('error.signature') : '' });
    return html`
      <div
        class="signature"
        role="group"
        id=${id}
        tabindex="-1"
        aria-label=${this.translator.name('signature.label')}
        aria-describedby=${described.ids}
      >
        ${label ? html`<p class="label" part="label" aria-hidden="true">${label}</p>` : nothing}
        ${this.config.featureFlags.enableSignatureTypeInput ? this.#tabs(mode) : nothing}
        ${mode === 'drawn' ? this.#pad() : this.#input()} ${described.template} ${this.#actions(mode)}
      </div>
    `;
  }

  #tabs(mode: Mode): TemplateResult {
    const tab = (value: Mode, label: string): TemplateResult => html`
      <label class="tab">
        <input
          type="radio"
          name="upc-signature-mode"
          .checked=${liveProperty(mode === value)}
          ?disabled=${this.busy}
          @change=${() => this.#switch(value)}
        />
        <span>${label}</span>
      </label>
    `;
    return html`<div class="tabs">
      ${tab('drawn', this.t('signature.draw'))}${tab('typed', this.t('signature.type'))}
    </div>`;
  }

  #pad(): TemplateResult {
    const path = this.#path() + strokePath(this.stroke);
    return html`
      <svg
        class=${this.missing ? 'pad pad-wrong' : 'pad'}
        viewBox="0 0 ${padSize.width} ${padSize.height}"
        role="img"
        aria-label=${this.translator.name(path ? 'signature.drawn' : 'signature.empty')}
        @pointerdown=${this.#handlePointerDown}
        @pointermove=${this.#handlePointerMove}
        @pointerup=${this.#handlePointerEnd}
        @pointercancel=${this.#handlePointerEnd}
      >
        <path class="pad-line" d="M25 155h450" />
        <path class="ink" d=${path} />
      </svg>
    `;
  }

  #input(): TemplateResult {
    const signature = readSvg(this.svg);
    return html`<input
      class="input signature-input"
      part="input"
      type="text"
      autocomplete="name"
      autocapitalize="words"
      maxlength="70"
      aria-label=${this.translator.name('signature.label')}
      aria-invalid=${this.missing ? 'true' : nothing}
      ?readonly=${this.busy}
      value=${signature?.kind === 'typed' ? signature.text : ''}
      @input=${this.#handleInput}
    />`;
  }

  #actions(mode: Mode): TemplateResult {
    const hasTabs = this.config.featureFlags.enableSignatureTypeInput;
    const other: Mode = mode === 'drawn' ? 'typed' : 'drawn';
    const otherText = this.t(other === 'typed' ? 'signature.cannotDraw' : 'signature.drawInstead');
    const clear = mode === 'drawn' && this.#path() ? this.t('signature.clear') : '';
    const button = (text: string, action: () => void): TemplateResult =>
      html`<button class="link" type="button" @click=${action}>${text}</button>`;
    return html`<div class="signature-actions">
      ${clear && !this.busy ? button(clear, () => this.#change(undefined)) : nothing}
      ${hasTabs || !otherText || this.busy ? nothing : button(otherText, () => void this.#follow(other))}
    </div>`;
  }

  #currentMode(): Mode {
    return this.mode ?? readSvg(this.svg)?.kind ?? 'drawn';
  }

  #path(): string {
    const signature = readSvg(this.svg);
    return signature?.kind === 'drawn' ? signature.path : '';
  }

  #switch(mode: Mode): void {
    this.mode = mode;
    this.#change(undefined);
  }

  /**
   * Switches the mode by the link, which disappears. The focus therefore moves to the name field, or back to the group
   * with the instructions.
   */
  async #follow(mode: Mode): Promise<void> {
    this.#switch(mode);
    await this.updateComplete;
    this.querySelector<HTMLElement>(mode === 'typed' ? '.signature-input' : '.signature')?.focus();
  }

  #change(changed: string | undefined): void {
    this.dispatchEvent(new SignatureChangeEvent(changed));
  }

  readonly #handleInput = (event: Event): void => {
    this.#change(toSvg({ kind: 'typed', text: (event.currentTarget as HTMLInputElement).value }));
  };

  readonly #handlePointerDown = (event: PointerEvent): void => {
    if (this.busy || event.button !== 0 || this.stroke.length > 0) return;
    this.#pointer = event.pointerId;
    const pad = event.currentTarget as SVGSVGElement;
    pad.setPointerCapture(event.pointerId);
    this.stroke = [position(pad, event)];
  };

  readonly #handlePointerMove = (event: PointerEvent): void => {
    if (this.stroke.length === 0 || event.pointerId !== this.#pointer) return;
    const pad = event.currentTarget as SVGSVGElement;
    // A pen reports several positions between two frames. Using all of them makes the line smooth.
    const places = event.getCoalescedEvents();
    const added = (places.length > 0 ? places : [event]).map((place) => position(pad, place));
    this.stroke = [...this.stroke, ...added];
  };

  readonly #handlePointerEnd = (event: PointerEvent): void => {
    if (this.stroke.length === 0 || event.pointerId !== this.#pointer) return;
    const path = addStroke(this.#path(), this.stroke);
    this.stroke = [];
    this.#change(toSvg({ kind: 'drawn', path }));
  };
}

function position(pad: SVGSVGElement, { clientX, clientY }: PointerEvent): Point {
  const { left, top, width, height } = pad.getBoundingClientRect();
  return {
    x: ((clientX - left) / width) * padSize.width,
    y: ((clientY - top) / height) * padSize.height,
  };
}
