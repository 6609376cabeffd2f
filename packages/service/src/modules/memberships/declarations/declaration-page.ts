import { html, type Html } from '@upc/server-kit/html';
import type { CalendarDate } from '../../../core/calendar.js';
import { renderPage } from '../../../core/http/page.js';
import { type TextKey, type TextParams, type TextPart, translate } from '../../../core/i18n/translate.js';
import type { Studio } from '../../studios/studios.tables.js';
import { type DeclarationPurpose, KIND_KEYS, PAGE_TEXTS, studioLines } from './acknowledgement.js';
import { FIELD_LENGTHS, type FieldName, type GivenForm, type Problems } from './declaration-form.js';
import type { Acknowledgement } from './declarations.stored.js';
import { CANCELATION_KINDS } from './declarations.tables.js';

export interface FormPage {
  readonly purpose: DeclarationPurpose;
  readonly studio: Studio;
  readonly language: string;
  /** Identifies this form, so that sending it twice is one declaration. */
  readonly formKey: string;
  readonly form: GivenForm;
  readonly problems: Problems;
  /** Why the form was not accepted as a whole, or null. */
  readonly refusal: TextPart | null;
  readonly today: CalendarDate;
}

/**
 * Renders the page on which members cancel a contract or withdraw from it. Fields and confirming button are on one page,
 * as § 312k (2) BGB and Art. 11a (3) of Directive 2011/83/EU require; the link to it is the first step. The page shows
 * the studio's addresses, to which reasons can be proved.
 */
export function declarationPage(page: FormPage): string {
  const { purpose, studio, language, formKey, form, refusal } = page;
  const text = textIn(language);
  const texts = PAGE_TEXTS[purpose];
  const isUnsent = refusal !== null || Object.keys(page.problems).length > 0;
  const title = text(texts.title);
  const person = html`${field(page, 'name', { label: 'declaration.name', autocomplete: 'name' })}
  ${field(page, 'contractNumber', { label: 'contract.number', hint: 'declaration.contractNumber.hint' })}
  ${field(page, 'email', { label: 'email.label', hint: 'declaration.email.hint', autocomplete: 'email' })}`;
  return renderPage({
    title: isUnsent ? `${text(texts.unsent)} – ${title}` : `${title} – ${studio.name}`,
    language,
    content: html`<h1>${title}</h1>
      <p class="lines">${[text(texts.intro), ...studioLines(studio, language)].join('\n')}</p>
      ${
        isUnsent
          ? html`<div class="notice" role="alert" ${refusal === null ? null : html`tabindex="-1" autofocus`}>
              <strong>${text(texts.unsent)}</strong>
              <p>${refusal === null ? text('declaration.check') : text(refusal.key, refusal.params)}</p>
            </div>`
          : null
      }
      <form method="post" novalidate>
        <input type="hidden" name="formKey" value="${formKey}" />
        ${
          purpose === 'WITHDRAWAL'
            ? html`${person} ${instrumentsChoice(language, form.removeInstruments)}`
            : html`<fieldset>
                  <legend>${text('declaration.kind')}</legend>
                  ${CANCELATION_KINDS.map(
                    (kind) =>
                      html`<label>
                        ${radio(kind, kind === form.kind)}
                        <span>${text(KIND_KEYS[kind])}<small>${text(KIND_HINTS[kind])}</small></span>
                      </label>`,
                  )}
                </fieldset>
                ${field(page, 'reason', { label: 'declaration.reason', hint: 'declaration.reason.hint' })}
                ${person} ${field(page, 'date', { label: 'declaration.date', hint: 'declaration.date.hint' })}`
        }
        <button>${text(texts.confirm)}</button>
      </form>`,
  });
}

function instrumentsChoice(language: string, isChecked: boolean): Html {
  const text = textIn(language);
  const checked = isChecked ? html`checked` : null;
  return html`<label>
    <input type="checkbox" name="removeInstruments" value="true" ${checked} />
    <span>
      ${text('withdrawal.removeInstruments')}<small>${text('withdrawal.removeInstruments.hint')}</small>
    </span>
  </label>`;
}

const KIND_HINTS = {
  ORDINARY_CANCELATION: 'declaration.kind.ordinary.hint',
  EXTRAORDINARY_CANCELATION: 'declaration.kind.extraordinary.hint',
} as const;

function radio(kind: string, isChecked: boolean): Html {
  return isChecked
    ? html`<input type="radio" name="kind" value="${kind}" checked />`
    : html`<input type="radio" name="kind" value="${kind}" />`;
}

interface Field {
  readonly label: TextKey;
  readonly hint?: TextKey;
  readonly autocomplete?: string;
}

/** Renders a field with what is wrong with it. The first field with a problem gets the focus. */
function field(
  { language, form, problems, today }: FormPage,
  name: FieldName,
  { label, hint, autocomplete = 'off' }: Field,
): Html {
  const text = textIn(language);
  const problem = problems[name];
  const describedBy = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  const isFirst = problem !== undefined && name === firstOf(problems);
  const attributes = html`id="${name}" name="${name}" autocomplete="${autocomplete}"
  ${describedBy ? html`aria-describedby="${describedBy}"` : null}
  ${problem ? html`aria-invalid="true"` : null} ${isFirst ? html`autofocus` : null}
  ${name === 'reason' || name === 'date' ? null : html`required`}`;
  const control =
    name === 'reason'
      ? html`<textarea ${attributes} rows="3" maxlength="${FIELD_LENGTHS.reason}">${form.reason}</textarea>`
      : name === 'date'
        ? html`<input type="date" ${attributes} min="${today}" value="${form.date}" />`
        : html`<input
            type="${name === 'email' ? 'email' : 'text'}"
            ${attributes}
            maxlength="${FIELD_LENGTHS[name]}"
            value="${form[name]}"
          />`;
  return html`<div>
    <label for="${name}">${text(label)}</label>
    ${hint ? html`<small id="${name}-hint">${text(hint)}</small>` : null} ${control}
    ${problem ? html`<p class="problem" id="${name}-problem">${text(problem.key, problem.params)}</p>` : null}
  </div>`;
}

/** Returns the first field on the page that has a problem. */
function firstOf(problems: Problems): string | undefined {
  return Object.keys(FIELD_LENGTHS).find((name) => problems[name as FieldName]);
}

/**
 * Renders the acknowledgement with a button to download it. The button sends the key of the declaration in a form,
 * because an address may be stored and passed on.
 */
export function acknowledgementPage(
  { heading, facts, note, studioName }: Acknowledgement,
  {
    language,
    key,
    downloadPath,
  }: { readonly language: string; readonly key: string; readonly downloadPath: string },
): string {
  const text = textIn(language);
  return renderPage({
    title: `${heading} – ${studioName}`,
    language,
    content: html`<h1>${heading}</h1>
      <dl>
        ${facts.map(
          ({ label, value }) =>
            html`<dt>${label}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <p>${note}</p>
      <form method="post" action="${downloadPath}">
        <input type="hidden" name="key" value="${key}" />
        <p>${text('declaration.keep')}</p>
        <button>${text('declaration.download')}</button>
      </form>`,
  });
}

function textIn(language: string) {
  return (key: TextKey, params?: TextParams): string => translate(language, key, params);
}
