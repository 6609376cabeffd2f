import { afterPress } from './after-press.js';
import { h } from './dom.js';
import { missingText, text } from './words.js';

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {string} name
 * @property {() => boolean} validate shows the error, if any; returns whether the value is valid
 * @property {() => string} message the error that the field shows, or empty
 * @property {(message: string) => void} fail shows an error message of the service
 * @property {() => void} focus
 */

/**
 * @typedef {object} FieldOptions
 * @property {string} name
 * @property {string} label
 * @property {string} [value]
 * @property {string} [hint]
 * @property {string} [error] shown from the start, because the service refused the value
 * @property {boolean} [required] default true
 * @property {string} [autocomplete]
 * @property {string} [inputMode]
 * @property {string} [type]
 * @property {string} [min]
 * @property {string} [width] `short` or `half`
 * @property {readonly (readonly [string, string])[]} [options] value and label of each option of a select
 * @property {(value: string) => string | undefined} [check] returns an error message
 * @property {(value: string) => void} onInput
 */

/**
 * Builds a labelled field. It shows an error when the visitor leaves the field, and hides it as soon as the value is
 * valid.
 *
 * @param {FieldOptions} options
 * @returns {Field}
 */
export function field({
  name,
  label,
  value = '',
  hint,
  error,
  required = true,
  options,
  check,
  onInput,
  ...rest
}) {
  const id = `field-${name}`;
  const properties = {
    ...{ id, name, value, ...(required ? { 'aria-required': 'true' } : {}) },
    oninput: () => {
      onInput(input.value);
      if (message.words() !== '') validate();
    },
    onblur: () => afterPress(() => input.value !== '' && validate()),
  };
  const { autocomplete = 'off', inputMode, type = 'text', min, width } = rest;
  const input = options
    ? h(
        'select',
        { ...properties, autocomplete },
        ...options.map(([code, words]) => new Option(words, code, false, code === value)),
      )
    : h('input', { ...properties, type, min, autocomplete, ...(inputMode ? { inputMode } : {}) });
  const message = messageOf(id, [input], hint);
  const validate = () => {
    const given = input.value.trim();
    message.show(given === '' ? (required ? missingText(name) : '') : (check?.(given) ?? ''));
    return message.words() === '';
  };
  if (error) message.show(error);
  const optional = required ? null : h('span', { className: 'optional' }, ` ${text('optional')}`);
  const element = h(
    'div',
    { className: `field ${width ?? ''}` },
    h('label', { htmlFor: id }, label, optional),
    input,
    ...message.elements,
  );
  return {
    ...{ element, name, validate, message: message.words, fail: message.show },
    focus: () => input.focus(),
  };
}

/**
 * Builds the hint and the error message below a field. The error takes the place of the hint.
 *
 * @param {string} id of the field
 * @param {readonly Element[]} controls
 * @param {string} [hint]
 */
export function messageOf(id, controls, hint) {
  const hintElement = hint ? h('p', { className: 'hint', id: `${id}-hint` }, hint) : null;
  const error = h('p', { className: 'field-error', id: `${id}-error`, hidden: true });
  /** @param {string} words */
  const show = (words) => {
    error.textContent = words;
    error.hidden = words === '';
    if (hintElement) hintElement.hidden = words !== '';
    const description = words === '' ? hintElement?.id : error.id;
    for (const control of controls) {
      if (words === '') control.removeAttribute('aria-invalid');
      else control.setAttribute('aria-invalid', 'true');
      if (description) control.setAttribute('aria-describedby', description);
      else control.removeAttribute('aria-describedby');
    }
  };
  show('');
  return { elements: [...(hintElement ? [hintElement] : []), error], show, words: () => error.textContent };
}

/**
 * Builds a box with a sentence that must be confirmed.
 *
 * @param {object} options
 * @param {string} options.name unique on the page
 * @param {string} options.words
 * @param {string} options.missing error message while the box is not ticked
 * @param {boolean} options.checked
 * @param {string | undefined} [options.error] shown from the start
 * @param {(checked: boolean) => void} options.onChange
 * @returns {Field}
 */
export function tickField({ name, words, missing, checked, error, onChange }) {
  const id = `field-${name}`;
  const box = h('input', {
    ...{ type: 'checkbox', id, checked, 'aria-required': 'true' },
    onchange: () => {
      onChange(box.checked);
      if (message.words() !== '') validate();
    },
  });
  const message = messageOf(id, [box]);
  const validate = () => {
    message.show(box.checked ? '' : missing);
    return box.checked;
  };
  if (error) message.show(error);
  const element = h(
    'div',
    { className: 'tick-field' },
    h('label', { className: 'tick' }, box, h('span', {}, words)),
    ...message.elements,
  );
  return {
    ...{ element, name, validate, message: message.words, fail: message.show },
    focus: () => box.focus(),
  };
}

/**
 * Validates every field. Lists the invalid ones above the form, each as a link to its field.
 *
 * @param {readonly Field[]} fields
 * @param {HTMLElement} place where the list is shown
 */
export function validateAll(fields, place) {
  const wrong = fields.filter((one) => !one.validate());
  showWrong(wrong, place);
  return wrong.length === 0;
}

/**
 * Lists the errors of some fields and moves the focus to the list. It says which of them are corrected meanwhile, and
 * keeps its place, so that nothing below moves away from a visitor who is typing.
 *
 * @param {readonly Field[]} wrong
 * @param {HTMLElement} place
 */
export function showWrong(wrong, place) {
  place.replaceChildren();
  if (wrong.length === 0) return;
  const title = h('p', { className: 'problem-title' });
  const list = h('ul');
  const errors = new Map(wrong.map((one) => [one, one.message()]));
  const box = h('div', { className: 'problem', tabIndex: -1 }, title, list);
  const update = () => {
    const open = wrong.filter((one) => one.message() !== '');
    for (const one of wrong) one.element.classList.toggle('corrected', !open.includes(one));
    const isSolved = open.length === 0;
    title.textContent = isSolved
      ? text('checkDone')
      : text(open.length === 1 ? 'checkOne' : 'checkSeveral', { count: open.length });
    box.classList.toggle('solved', isSolved);
    list.replaceChildren(
      ...wrong.map((one) => (open.includes(one) ? h('li', {}, linkTo(one)) : corrected(errors.get(one)))),
    );
  };
  update();
  place.append(box);
  box.focus();
  // Only when the visitor leaves a field, so that nothing changes above while typing; a drawn signature takes no focus.
  const refresh = (/** @type {Event} */ { target }) => {
    if (target instanceof Node && !box.contains(target)) afterPress(() => box.isConnected && update());
  };
  for (const event of ['focusout', 'pointerup']) place.closest('form')?.addEventListener(event, refresh);
}

/** @param {Field} field */
function linkTo(field) {
  const onclick = (/** @type {Event} */ event) => {
    event.preventDefault();
    field.focus();
  };
  return h('a', { href: `#field-${field.name}`, onclick }, field.message());
}

/** @param {string} [error] */
function corrected(error) {
  return h('li', { className: 'corrected', 'aria-hidden': 'true' }, h('s', {}, error));
}
