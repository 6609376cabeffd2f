import { html, type Html } from '@upc/server-kit/html';

/** A form of one staff action whose input the list knows already. */
export function actionButton(action: string, label: string, fields: Readonly<Record<string, number>>): Html {
  return html`<form class="inline" method="post" action="/studio/actions/${action}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button>${label}</button>
  </form>`;
}
