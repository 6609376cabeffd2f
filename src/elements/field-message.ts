import { html, nothing, type TemplateResult } from 'lit';
import { errorIcon } from './icons.js';

/**
 * Returns the id of a field. The shadow root separates the widget's ids from those of the page and of other widgets.
 */
export function fieldId(name: string): string {
  return `upc-${name}`;
}

export interface Described {
  /** Ids for `aria-describedby`; `nothing` if there are none. */
  readonly ids: string | typeof nothing;
  readonly template: TemplateResult;
}

export interface FieldMessages {
  readonly hint?: string;
  /** Text shown in place of the hint, on one line. Screen readers announce it when it appears. */
  readonly note?: string | undefined;
  readonly error?: string;
}

/**
 * Renders the texts below a field, and returns the ids with which the field refers to them. Empty texts take no space.
 */
export function describe(id: string, { hint = '', note, error = '' }: FieldMessages): Described {
  if (error) {
    const content = html`${errorIcon()}<span>${error}</span>`;
    return {
      ids: `${id}-error`,
      template: html`<p class="message" part="message" id="${id}-error">${content}</p>`,
    };
  }
  if (!hint) return { ids: nothing, template: html`` };
  const classes = note ? 'hint hint-note' : 'hint';
  return {
    ids: `${id}-hint`,
    template: html`<p class=${classes} part="hint" id="${id}-hint" aria-live="polite">${note ?? hint}</p>`,
  };
}
