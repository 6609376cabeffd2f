import { html, nothing, type TemplateResult } from 'lit';
import { errorIcon } from './icons.js';

/** The id of the field of that name: the widget's shadow root keeps ids apart from the page's and each other's. */
export function fieldId(name: string): string {
  return `upc-${name}`;
}

export interface Described {
  /** Ids for `aria-describedby`; `nothing` when there is none. */
  readonly ids: string | typeof nothing;
  readonly template: TemplateResult;
}

export interface FieldMessages {
  readonly hint?: string;
  /** Takes the place of the hint, on one line, and is said when it comes. */
  readonly note?: string | undefined;
  readonly error?: string;
}

/** The texts below a field, and the ids by which the field refers to them. Empty texts take no space. */
export function describe(id: string, { hint = '', note, error = '' }: FieldMessages): Described {
  const ids = [...(error ? [`${id}-error`] : []), ...(hint ? [`${id}-hint`] : [])];
  return {
    ids: ids.length > 0 ? ids.join(' ') : nothing,
    template: html`${
      error
        ? html`<p class="message" part="message" id="${id}-error">${errorIcon()}<span>${error}</span></p>`
        : nothing
    }${hint ? html`<p class=${note ? 'hint hint-note' : 'hint'} part="hint" id="${id}-hint" aria-live="polite">${note ?? hint}</p>` : nothing}`,
  };
}
