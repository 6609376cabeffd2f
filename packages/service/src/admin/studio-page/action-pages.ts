import { html, Html } from '@upc/server-kit/html';
import type { StaffAction } from '../../modules/studios/staff/staff-action.js';
import { isTypedAsJson } from '../staff-actions.js';
import { addressOf } from './filter.js';
import { actionWords, fieldName, type Frame, known, languageName, wordFor } from './frame.js';
import { pageShell } from './page.js';

/** Texts of a form by the names of their fields; several values of a field are in lines. */
export type Texts = Readonly<Record<string, string>>;

/** Parts of a JSON schema that a form needs. */
interface Field {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: Field;
  readonly anyOf?: readonly Field[];
  /** Whether the field is a file, which a form uploads. */
  readonly contentEncoding?: 'base64';
}

/** Names of fields that a form has besides those of the action. */
export const STUDIO_FIELD = 'studio';
export const BACK_FIELD = 'back';
export const CONFIRMED_FIELD = 'confirmed';

/**
 * Renders a button for a staff action whose input the list already has. An action that takes something away is
 * confirmed on a page of its own.
 *
 * @param of the subject, which tells the buttons of a list apart
 * @param text of the button, if the action has several in one place
 */
export function actionButton(
  frame: Frame,
  action: string,
  studioId: number,
  fields: Readonly<Record<string, string | number>>,
  of: string,
  text = buttonText(frame, action),
): Html {
  return html`<form method="post" action="/studio/actions/${action}">
    ${hiddenFields(inPlace(frame, studioId, fields))}
    <button ${dangerous(frame, action)}>${text}${hidden(of)}</button>
  </form>`;
}

/** Renders a link to the form of a staff action that needs more input than the list has. */
export function actionLink(
  frame: Frame,
  action: string,
  studioId: number,
  fields: Readonly<Record<string, string | number>>,
  of: string,
  text = buttonText(frame, action),
): Html {
  const query = new URLSearchParams(inPlace(frame, studioId, fields));
  return html`<a
    class="button"
    ${dangerous(frame, action)}
    href="/studio/actions/${action}?${query.toString()}"
    >${text}${hidden(of)}</a
  >`;
}

/** Returns the fields of an action as texts, with its studio and the address to return to. */
function inPlace(
  frame: Frame,
  studioId: number,
  fields: Readonly<Record<string, string | number>>,
): Record<string, string> {
  const given = { ...fields, [STUDIO_FIELD]: studioId, [BACK_FIELD]: addressOf(frame.filter) };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}

function buttonText(frame: Frame, action: string): string {
  const { button, title } = actionWords(frame, action);
  return button ?? title;
}

function dangerous(frame: Frame, action: string): Html | null {
  return actionWords(frame, action).confirm === undefined ? null : html`data-danger`;
}

/** Adds the subject of a button or link to its name for screen readers. */
export function hidden(of: string): Html {
  return html`<span class="hidden">: ${of}</span>`;
}

function hiddenFields(fields: Texts): Html {
  return html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

interface FormPage {
  readonly action: StaffAction;
  readonly texts: Texts;
  /** Address to which the person returns. */
  readonly back: string;
  /** Why the action was refused, and the field that it names, if any; null before it was tried. */
  readonly refusal: {
    readonly message: string;
    /** Language of the message; some exist in English only. */
    readonly language: string;
    readonly field: string | undefined;
  } | null;
}

/** Renders the form of a staff action, with the same rules as `upc-service staff`. */
export function formPage(frame: Frame, { action, texts, back, refusal }: FormPage): string {
  const { words } = frame;
  const { title, about, confirm } = actionWords(frame, action.name);
  // The schema of an action with only optional fields has no such list.
  const required = (action.input.required as readonly string[] | undefined) ?? [];
  const fields = Object.entries(action.input.properties as Readonly<Record<string, Field>>);
  return pageShell(frame, {
    title: refusal === null ? title : `${words.form.error} ${title}`,
    content: html`<p class="up"><a href="${back}">${words.form.back}</a></p>
      <h1>${title}</h1>
      <p class="quiet">${about}</p>
      ${
        refusal === null
          ? null
          : html`<div class="notice bad" role="alert" tabindex="-1" autofocus>
              <p><strong>${words.form.refused}</strong></p>
              <p id="refusal" lang="${refusal.language}">${refusalText(frame, action.name, refusal)}</p>
            </div>`
      }
      <form
        class="fields"
        method="post"
        action="/studio/actions/${action.name}"
        ${fields.some(([, field]) => isFile(field)) ? html`enctype="multipart/form-data"` : null}
      >
        ${hiddenFields({ [BACK_FIELD]: back })}
        <label>
          <span>${words.fields.studio}</span>
          <select name="${STUDIO_FIELD}">
            ${frame.studios.map(({ id, name }) => option(String(id), name, texts[STUDIO_FIELD]))}
          </select>
        </label>
        ${fields.map(([name, field]) =>
          fieldControl(frame, action.name, {
            ...{ name, field, value: known(texts, name) ?? '', isRequired: required.includes(name) },
            isWrong: refusal?.field?.split('.')[0] === name,
          }),
        )}
        <p><button ${confirm ? html`data-danger` : html`class="primary"`}>${confirm?.go ?? title}</button></p>
      </form>
      <p class="ids"><code>upc-service staff ${action.name}</code></p>`,
  });
}

/** Returns a refusal with the name that the field has on the page. */
function refusalText(
  frame: Frame,
  action: string,
  { message, field }: NonNullable<FormPage['refusal']>,
): string {
  if (field === undefined || !/^\w+$/.test(field)) return message;
  return message.replace(
    new RegExp(`\\b${field}\\b`),
    frame.words.form.quoted(fieldName(frame, field, action)),
  );
}

interface Control {
  readonly name: string;
  readonly field: Field;
  readonly value: string;
  readonly isRequired: boolean;
  readonly isWrong: boolean;
}

function fieldControl(frame: Frame, action: string, control: Control): Html {
  const { name, field, isRequired } = control;
  const { hints, form } = frame.words;
  const hint = known(hints, `${action}/${name}`) ?? known(hints, name) ?? '';
  const text = [isJson(field) ? form.json : '', hint].filter(Boolean).join(' ');
  const label = html`${fieldName(frame, name, action)}${isRequired ? null : html` <small>(${form.optional})</small>`}`;
  const about = text === '' ? null : html`<small id="${name}-hint">${text}</small>`;
  if (field.items?.enum) {
    return html`<fieldset ${about === null ? null : html`aria-describedby="${name}-hint"`}>
      <legend>${label}</legend>
      ${about}
      <div class="choices">${field.items.enum.map((each) => checkbox(frame, control, each))}</div>
    </fieldset>`;
  }
  return html`<label>
    <span>${label}</span>
    ${about} ${input(frame, control, about !== null)}
  </label>`;
}

function checkbox(frame: Frame, { name, value }: Control, choice: string): Html {
  const isChosen = value.split('\n').includes(choice);
  return html`<label>
    <input type="checkbox" name="${name}" value="${choice}" ${isChosen ? html`checked` : null} />
    ${wordFor(frame, choice)}
  </label>`;
}

function input(frame: Frame, control: Control, hasHint: boolean): Html {
  const { name, field, value, isRequired, isWrong } = control;
  const { type, format } = field;
  const about = [isWrong ? 'refusal' : '', hasHint ? `${name}-hint` : ''].filter(Boolean).join(' ');
  const attributes = html`name="${name}" ${isRequired ? html`required` : null}
  ${isWrong ? html`aria-invalid="true"` : null} ${about === '' ? null : html`aria-describedby="${about}"`}`;
  const options = field.enum ?? (type === 'boolean' ? ['true', 'false'] : undefined);
  if (options) {
    return html`<select ${attributes}>
      <option value="">${frame.words.form.choose}</option>
      ${options.map((each) => option(each, choiceName(frame, name, each), value))}
    </select>`;
  }
  if (isJson(field)) {
    return html`<textarea ${attributes} rows="5" spellcheck="false">${value}</textarea>`;
  }
  if (isFile(field)) return html`<input ${attributes} type="file" />`;
  return html`<input
    ${attributes}
    value="${value}"
    type="${format === 'date' ? 'date' : 'text'}"
    ${type === 'integer' ? html`inputmode="numeric"` : null}
    autocomplete="off"
  />`;
}

/** Returns the words for a choice; languages have names of their own. */
function choiceName(frame: Frame, field: string, choice: string): string {
  return field === 'language' ? languageName(frame, choice) : wordFor(frame, choice);
}

function option(value: string, label: string, chosen: string | undefined): Html {
  return html`<option value="${value}" ${value === chosen ? html`selected` : null}>${label}</option>`;
}

/** Returns whether a form has a text field for JSON; choices are ticked instead. */
function isJson(field: Field): boolean {
  return isTypedAsJson(field) && field.items?.enum === undefined;
}

/** Returns whether a field is a file. It reaches the action in base64. */
export function isFile({ contentEncoding }: Pick<Field, 'contentEncoding'>): boolean {
  return contentEncoding === 'base64';
}

interface ConfirmPage {
  readonly action: StaffAction;
  readonly texts: Texts;
  readonly back: string;
  /** What the action concerns, by its name. */
  readonly subjects: readonly (readonly [name: string, subject: string])[];
}

/** Renders the page on which a person confirms an action that takes something away. */
export function confirmPage(frame: Frame, { action, texts, back, subjects }: ConfirmPage): string {
  const { words } = frame;
  const { title, about, confirm } = actionWords(frame, action.name);
  const { ask = title, go = title, keep = words.form.back } = confirm ?? {};
  return pageShell(frame, {
    title: ask,
    content: html`<h1>${ask}</h1>
      <p>${about}</p>
      <dl class="subjects" aria-label="${words.form.confirmWhat}">
        ${subjects.map(
          ([name, subject]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${subject}</dd>
            </div>`,
        )}
      </dl>
      <form method="post" action="/studio/actions/${action.name}">
        ${Object.entries(texts).map(([name, text]) =>
          text.split('\n').map((line) => hiddenFields({ [name]: line })),
        )}
        ${hiddenFields({ [BACK_FIELD]: back, [CONFIRMED_FIELD]: 'yes' })}
        <div class="buttons">
          <button data-danger>${go}</button>
          <a class="button" href="${back}">${keep}</a>
        </div>
      </form>`,
  });
}

interface SecretsPage {
  readonly action: StaffAction;
  readonly secrets: Texts;
  /** SVG that shows the secret; null if there is none. */
  readonly qrCode: string | null;
  readonly back: string;
}

/**
 * Renders keys and addresses that an action has made. The page shows them only once, because they give access without
 * anything else.
 */
export function secretsPage(frame: Frame, { action, secrets, qrCode, back }: SecretsPage): string {
  const { form } = frame.words;
  const title = `${form.done} ${actionWords(frame, action.name).title}`;
  return pageShell(frame, {
    title,
    content: html`<h1>${title}</h1>
      <p class="notice">${form.once}</p>
      <dl class="subjects">
        ${Object.entries(secrets).map(
          ([name, value]) =>
            html`<div>
              <dt>${fieldName(frame, name)}</dt>
              <dd>
                <code>${value}</code>
                <p class="copy">
                  <button type="button" data-copied="${form.copied}" hidden>${form.copy}</button>
                  <span role="status"></span>
                </p>
              </dd>
            </div>`,
        )}
        ${qrCode === null ? null : qrCodeItem(frame, qrCode)}
      </dl>
      <div class="buttons"><a class="button" href="${back}">${form.continue}</a></div>`,
  });
}

/** Renders a QR code, and a link to save it as a file for letters. */
function qrCodeItem({ words: { form } }: Frame, svg: string): Html {
  return html`<div>
    <dt>${form.qrCode}</dt>
    <dd>
      <div class="qr-code" role="img" aria-label="${form.qrCode}">${new Html(svg)}</div>
      <p class="copy">
        <a class="button" download="${form.qrCodeFile}" href="data:image/svg+xml,${encodeURIComponent(svg)}"
          >${form.saveQrCode}</a
        >
      </p>
    </dd>
  </div>`;
}
