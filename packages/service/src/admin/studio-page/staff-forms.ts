import { html, type Html } from '@upc/server-kit/html';
import type { StaffAction } from '../../modules/studios/staff/staff-action.js';
import { STAFF_ACTIONS } from '../staff-actions.js';
import type { AuditRecord } from './queries.js';

interface StudioName {
  readonly id: number;
  readonly name: string;
}

/** Parts of a JSON schema that a form needs. */
interface Field {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly minimum?: number;
}

/** Renders a form for each staff action, with the same rules as `upc-service staff`. */
export function staffForms(studios: readonly StudioName[]): Html {
  return html`<section class="staff">
    <h2>Staff</h2>
    ${STAFF_ACTIONS.map((action) => staffForm(action, studios))}
  </section>`;
}

/** Renders the list of performed staff actions. */
export function auditList(records: readonly AuditRecord[]): Html | null {
  if (records.length === 0) return null;
  return html`<h2>What staff did</h2>
    <ol class="events">
      ${records.map(
        ({ action, actor, entity, changed, createdAt, studioId }) =>
          html`<li>
            <time datetime="${createdAt.toISOString()}"
              >${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time
            >
            <strong>${action}</strong> ${entity}, ${place(studioId)}, ${actor}: ${JSON.stringify(changed)}
          </li>`,
      )}
    </ol>`;
}

function place(studioId: number | null): string {
  return studioId === null ? 'every studio' : `studio ${studioId}`;
}

function staffForm({ name, summary, input }: StaffAction, studios: readonly StudioName[]): Html {
  // The schema of an action with only optional fields has no such list.
  const required = (input.required as readonly string[] | undefined) ?? [];
  const fields = Object.entries(input.properties as Readonly<Record<string, Field>>);
  return html`<details>
    <summary>${name}</summary>
    <form method="post" action="/studio/actions/${name}">
      <p>${summary}</p>
      <label>
        <span>Studio</span>
        <select name="studio">
          ${studios.map((studio) => html`<option value="${studio.id}">${studio.name} (${studio.id})</option>`)}
        </select>
      </label>
      ${fields.map(([field, schema]) => staffField(field, schema, required.includes(field)))}
      <button>${name}</button>
    </form>
  </details>`;
}

function staffField(name: string, schema: Field, isRequired: boolean): Html {
  const { description } = schema;
  const required = isRequired ? html`required` : null;
  return html`<label>
    <span>${name}${isRequired ? '' : ' (optional)'}</span>
    ${control(name, schema, required)}
    ${description === undefined ? null : html`<small>${description}</small>`}
  </label>`;
}

function control(name: string, { type, format, enum: allowed, minimum }: Field, required: Html | null): Html {
  const options = allowed ?? (type === 'boolean' ? ['true', 'false'] : undefined);
  if (options) {
    return html`<select name="${name}" ${required}>
      <option></option>
      ${options.map((option) => html`<option>${option}</option>`)}
    </select>`;
  }
  if (type === 'object' || type === 'array') {
    return html`<textarea
      name="${name}"
      rows="3"
      placeholder="JSON"
      spellcheck="false"
      ${required}
    ></textarea>`;
  }
  if (type === 'integer' || type === 'number') {
    const step = type === 'integer' ? '1' : 'any';
    return html`<input name="${name}" type="number" step="${step}" min="${minimum ?? ''}" ${required} />`;
  }
  return html`<input
    name="${name}"
    type="${format === 'date' ? 'date' : 'text'}"
    autocomplete="off"
    ${required}
  />`;
}
