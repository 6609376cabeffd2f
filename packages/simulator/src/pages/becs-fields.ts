import type { PageDetails } from '../bank/hosted-instrument.js';
import { html, type Html } from '@upc/server-kit/html';
import { BECS_FIELDS, type BecsField, type PageTexts } from './texts.js';

/** Renders the fields of a BECS Direct Debit Request, which the payer fills in at the provider. */
export function becsFields({ becs }: PageTexts, typed: PageDetails = {}, wrong = ''): Html {
  return html`${BECS_FIELDS.map((name) => field(name, becs, typed[name] ?? '', wrong === name))}
    <p class="agreement">${becs.agreement}</p>
    <details>
      <summary>${becs.serviceAgreement}</summary>
      ${becs.terms.map((term) => html`<p>${term}</p>`)}
    </details>`;
}

function field(name: BecsField, { labels, wrong }: PageTexts['becs'], value: string, isWrong: boolean): Html {
  const isDigits = name === 'bankLocationId' || name === 'accountNumber';
  const state = isWrong ? html`aria-invalid="true" aria-describedby="${name}-error" autofocus` : html``;
  return html`<div class="field">
    <label for="${name}">${labels[name]}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      type="${name === 'email' ? 'email' : 'text'}"
      inputmode="${isDigits ? 'numeric' : name === 'email' ? 'email' : 'text'}"
      autocomplete="${name === 'email' ? 'email' : name === 'accountHolder' ? 'name' : 'off'}"
      maxlength="${name === 'accountHolder' ? 32 : name === 'email' ? 254 : 12}"
      required
      ${state}
    />
    ${isWrong ? html`<p class="error" id="${name}-error">${wrong[name]}</p>` : html``}
  </div>`;
}
