import { h } from './dom.js';
import { text } from './words.js';

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {string} name
 * @property {string} label
 * @property {() => boolean} validate shows the error, if any; returns whether the value is valid
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
  const message = h('p', { className: 'field-error', id: `${id}-error`, hidden: true });
  const describedBy = [hint && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ');
  const properties = {
    ...{ id, name, value, 'aria-describedby': describedBy, ...(required ? { 'aria-required': 'true' } : {}) },
    oninput: () => {
      onInput(input.value);
      if (!message.hidden) validate();
    },
    onblur: () => input.value !== '' && validate(),
  };
  const { autocomplete = 'off', inputMode, type = 'text', min, width } = rest;
  const input = options
    ? h(
        'select',
        { ...properties, autocomplete },
        ...options.map(([code, words]) => new Option(words, code, false, code === value)),
      )
    : h('input', { ...properties, type, min, autocomplete, ...(inputMode ? { inputMode } : {}) });
  const validate = () => {
    const given = input.value.trim();
    show(given === '' ? (required ? text('required') : '') : (check?.(given) ?? ''));
    return Boolean(message.hidden);
  };
  /** @param {string} words */
  const show = (words) => {
    message.textContent = words;
    message.hidden = words === '';
    input.setAttribute('aria-invalid', String(words !== ''));
  };
  if (error) show(error);
  const optional = required ? null : h('span', { className: 'optional' }, ` ${text('optional')}`);
  const element = h(
    'div',
    { className: `field ${width ?? ''}` },
    h('label', { htmlFor: id }, label, optional),
    hint ? h('p', { className: 'hint', id: `${id}-hint` }, hint) : null,
    input,
    message,
  );
  return { element, name, label, validate, fail: show, focus: () => input.focus() };
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
 * @param {readonly Field[]} wrong
 * @param {HTMLElement} place
 */
export function showWrong(wrong, place) {
  place.replaceChildren();
  if (wrong.length === 0) return;
  const links = wrong.map((one) => {
    const onclick = (/** @type {Event} */ event) => {
      event.preventDefault();
      one.focus();
    };
    return h('li', {}, h('a', { href: `#field-${one.name}`, onclick }, one.label));
  });
  const box = h(
    'div',
    { className: 'problem', role: 'alert', tabIndex: -1 },
    h(
      'p',
      { className: 'problem-title' },
      text(wrong.length === 1 ? 'checkOne' : 'checkSeveral', { count: wrong.length }),
    ),
    h('ul', {}, ...links),
  );
  place.append(box);
  box.focus();
}
