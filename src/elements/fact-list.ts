import { html, type TemplateResult } from 'lit';

export interface Fact {
  readonly label: string;
  readonly value: string | TemplateResult;
}

/** Renders facts, each below its name. */
export function factList(facts: readonly Fact[]): TemplateResult {
  return html`<dl class="facts">
    ${facts.map(
      ({ label, value }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
