import { isGerman, locale } from '../../language.js';
import { addressFields, checkPostalCode, countryOptions } from '../countries.js';
import { birthField } from '../date-field.js';
import { h } from '../dom.js';
import { field, validateAll } from '../fields.js';
import { representativeNames } from '../representative.js';
import { text } from '../words.js';

/**
 * Builds the third step: the new member's personal data, with the fields that the country requires.
 *
 * @param {import('../flow.js').Flow} flow
 * @param {AbortSignal} leaving aborted when another step is shown
 */
export function personStep(flow, leaving) {
  const country = flow.typed.person?.countryCode ?? flow.studio.countryCode;
  /** @type {Record<string, string>} */
  const person = { ...flow.typed.person, countryCode: country };
  const wrong = h('div', { className: 'wrong' });
  const { refusal } = flow;

  /** @param {string} name */
  const refused = (name) => (refusal?.reference === `customer.${name}` ? refusal.message : undefined);
  const language = { languageCode: isGerman ? 'de' : 'en', ...countryOf(locale) };
  const keep = (/** @type {string} */ name, /** @type {string} */ value) => {
    person[name] = value;
    flow.change({ person: { ...person }, language });
  };
  /**
   * @param {import('../words.js').TextKey} name name of the field and of its text
   * @param {Partial<import('../fields.js').FieldOptions>} [options]
   */
  const input = (name, options = {}) => {
    const error = refused(name);
    return field({
      ...{ name, label: text(name), value: person[name] ?? '', ...(error ? { error } : {}) },
      onInput: (value) => keep(name, value),
      ...options,
    });
  };
  /** Returns a listener for a field that changes which other fields are shown. */
  const rerender = (/** @type {string} */ name) => (/** @type {string} */ value) => {
    keep(name, value);
    flow.go('person');
    document.getElementById(`field-${name}`)?.focus();
  };

  const names = addressFields(country);
  const isTownFirst = names.indexOf('city') < names.indexOf('zipCode');
  const address = names.map((name) =>
    name === 'zipCode'
      ? input('zipCode', {
          autocomplete: 'postal-code',
          width: 'half',
          check: (value) => checkPostalCode(country, value),
        })
      : name === 'houseNumber'
        ? input('houseNumber', { width: 'short' })
        : name === 'province'
          ? input('province', {
              autocomplete: 'address-level1',
              label: text(country === 'CA' ? 'province' : 'state'),
            })
          : name === 'city'
            ? input('city', { autocomplete: 'address-level2', ...(isTownFirst ? { width: 'half' } : {}) })
            : input('street', { autocomplete: country === 'DE' ? 'address-line1' : 'street-address' }),
  );
  const birth = birthField({
    value: person.dateOfBirth ?? '',
    error: refused('dateOfBirth'),
    // The service refuses a member who is too young already when the price is calculated.
    check: (date) =>
      flow.previewError?.reference === 'customer.dateOfBirth' &&
      flow.typed.person?.dateOfBirth === date &&
      // Until the answer about this date arrives, the error is that of an earlier date.
      !flow.isPreviewing
        ? flow.previewError.message
        : undefined,
    onInput: (value) => keep('dateOfBirth', value),
  });
  const fields = [
    input('firstName', { autocomplete: 'given-name' }),
    input('lastName', { autocomplete: 'family-name' }),
    ...(flow.studio.countryCode === 'ES' ? [input('secondLastName', { required: false })] : []),
    birth,
    input('email', {
      ...{ type: 'email', inputMode: 'email', autocomplete: 'email', hint: text('emailHint') },
      check: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(value) ? undefined : text('emailWrong')),
    }),
    input('phoneNumberMobile', {
      ...{ type: 'tel', inputMode: 'tel', autocomplete: 'tel', required: false },
      check: (value) => (/^[+\d][\d\s()/.-]{4,}$/.test(value) ? undefined : text('phoneWrong')),
    }),
    input('countryCode', {
      options: countryOptions(),
      autocomplete: 'country',
      onInput: rerender('countryCode'),
    }),
    ...address,
    ...lawfulFields(),
  ];
  const representativeFields = representativeNames(flow);
  const representative = h(
    'section',
    { className: 'card representative' },
    h('h3', {}, text('representative')),
    h('p', { className: 'hint' }, text('representativeWhy')),
    h('div', { className: 'fields' }, ...representativeFields.map(({ element }) => element)),
  );
  const showRepresentative = () => {
    if (leaving.aborted) return flow.removeEventListener('price', showRepresentative);
    representative.hidden = !flow.needsRepresentative;
    if (flow.previewError?.reference === 'customer.dateOfBirth') birth.validate();
  };
  flow.addEventListener('price', showRepresentative);
  showRepresentative();

  // Store the default too, because the visitor may never touch the field.
  if (!flow.typed.person?.countryCode) keep('countryCode', country);

  return h(
    'form',
    {
      ...{ id: 'step-form', noValidate: true },
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const shown = representative.hidden ? fields : [...fields, ...representativeFields];
        if (validateAll(shown, wrong)) flow.go('payment');
      },
    },
    wrong,
    h('p', { className: 'lead' }, text('personLead')),
    h('div', { className: 'fields' }, ...fields.map(({ element }) => element)),
    representative,
    h(
      'div',
      { className: 'actions' },
      h('button', { type: 'submit', className: 'button' }, text('continue')),
    ),
  );

  /** Returns the fields that the law of the studio's country requires (specification, signup, customer). */
  function lawfulFields() {
    const studioCountry = flow.studio.countryCode;
    if (studioCountry !== 'IT' && studioCountry !== 'ES') return [];
    const taxLabel = text(studioCountry === 'IT' ? 'taxIdItaly' : 'taxIdSpain');
    const hasDocument = person.proof === 'document';
    const proof = input('proof', {
      onInput: rerender('proof'),
      options: [
        ['taxId', taxLabel],
        ['document', text('document')],
      ],
    });
    const documents = /** @type {const} */ (['ID_CARD', 'PASSPORT', 'RESIDENCE_PERMIT', 'DRIVERS_LICENCE']);
    const proofs = hasDocument
      ? [
          input('documentType', {
            value: person.documentType ?? 'ID_CARD',
            options: documents.map((code) => [code, text(code)]),
          }),
          input('documentNumber'),
        ]
      : [input('taxId', { label: taxLabel })];
    if (hasDocument && !person.documentType) keep('documentType', 'ID_CARD');
    if (studioCountry === 'ES') return [proof, ...proofs];
    if (!person.countryOfBirth) keep('countryOfBirth', 'IT');
    const bornIn = input('countryOfBirth', {
      options: countryOptions(),
      onInput: rerender('countryOfBirth'),
    });
    return [proof, ...proofs, bornIn, ...(person.countryOfBirth === 'IT' ? [input('placeOfBirth')] : [])];
  }
}

/** @param {string} tag such as `de-CH` */
function countryOf(tag) {
  const { region } = new Intl.Locale(tag);
  return region ? { countryCode: region } : {};
}
