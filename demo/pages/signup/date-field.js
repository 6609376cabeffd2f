import { locale } from '../language.js';
import { afterPress } from './after-press.js';
import { h } from './dom.js';
import { messageOf } from './fields.js';
import { formatDate, today } from './format.js';
import { missingText, text } from './words.js';

const LENGTHS = { day: 2, month: 2, year: 4 };

/**
 * Builds a date of birth field of three inputs, in the order of the visitor's language. This is quicker than a calendar
 * that opens at the current month, and every phone shows its number keys.
 *
 * @param {object} options
 * @param {string} options.value yyyy-MM-dd, or empty
 * @param {string | undefined} options.error
 * @param {(date: string) => string | undefined} options.check returns an error message
 * @param {(value: string) => void} options.onInput receives yyyy-MM-dd, or '' while the input is not a date
 * @returns {import('./fields.js').Field}
 */
export function birthField({ value, error, check, onInput }) {
  const [year = '', month = '', day = ''] = value.split('-');
  /** @type {Record<string, string>} */
  const given = { day, month, year };
  const order = new Intl.DateTimeFormat(locale)
    .formatToParts()
    .map(({ type }) => type)
    .filter((type) => type in LENGTHS);
  const parts = /** @type {(keyof typeof LENGTHS)[]} */ (order).map((part, index) => {
    const input = h('input', {
      ...{
        id: index === 0 ? 'field-dateOfBirth' : `field-birth-${part}`,
        type: 'text',
        inputMode: 'numeric',
      },
      ...{ autocomplete: `bday-${part}`, maxLength: LENGTHS[part], value: given[part] ?? '' },
      'aria-required': 'true',
      oninput: () => {
        given[part] = input.value.trim();
        onInput(complete() ?? '');
        if (message.words() !== '') validate();
        // Move on to the next input when this one is full, but not while the visitor is correcting something.
        const next = parts[index + 1]?.input;
        if (input.value.length === LENGTHS[part] && next?.value === '') next.focus();
      },
    });
    return { input, element: h('label', { className: part }, h('span', {}, text(part)), input) };
  });
  const message = messageOf(
    'field-dateOfBirth',
    parts.map(({ input }) => input),
  );
  const group = h(
    'fieldset',
    { className: 'field birth' },
    h('legend', {}, text('dateOfBirth')),
    h('div', { className: 'birth-parts' }, ...parts.map((part) => part.element)),
    ...message.elements,
  );
  group.addEventListener('focusout', (event) => {
    const stays = event.relatedTarget instanceof Node && group.contains(event.relatedTarget);
    if (!stays) afterPress(() => Object.values(given).some((one) => one !== '') && validate());
  });

  /** Returns the date, if that day exists. */
  function complete() {
    const text = `${(given.year ?? '').padStart(4, '0')}-${(given.month ?? '').padStart(2, '0')}-${(given.day ?? '').padStart(2, '0')}`;
    const date = new Date(`${text}T00:00Z`);
    return /^(19|20)\d\d-/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
      ? text
      : undefined;
  }
  function validate() {
    const date = complete();
    if (Object.values(given).every((one) => one === '')) message.show(missingText('dateOfBirth'));
    else if (date === undefined) {
      const example = formatDate('1990-03-27', { year: 'numeric', month: 'numeric', day: 'numeric' });
      message.show(text('birthWrong', { example }));
    } else message.show(date > today() ? text('birthFuture') : (check(date) ?? ''));
    return message.words() === '';
  }
  if (error) message.show(error);
  return {
    ...{ element: group, name: 'dateOfBirth', validate },
    ...{ message: message.words, fail: message.show },
    focus: () => parts[0]?.input.focus(),
  };
}
