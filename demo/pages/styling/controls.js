import { create } from './dom.js';
import { properties } from './options.js';
import { fonts } from './surroundings.js';
import { chosenOptions, pageProperties } from './values.js';

/** @typedef {import('./options.js').Option} Option */

/** Groups of controls, in order. Each option is in the first group whose pattern matches its name. */
const groups = [
  { title: 'Colours', pattern: /^(styling\.\w*Color\w*|css\.--upc-(error|success))$/, isOpen: true },
  { title: 'Shape and type', pattern: /^(styling\.(borderRadius|boxShadow)|css\.)/, isOpen: true },
  { title: 'Language and texts', pattern: /^(locale|countryCode|i18n)$/, isOpen: true },
  { title: 'Behaviour', pattern: /^(featureFlags\.|hidePaymentButton$|devMode$)/ },
  { title: 'Callbacks', pattern: /^on[A-Z]/ },
  { title: 'Customer fields', pattern: /^customerFields\./ },
  { title: 'Card fields', pattern: /^styling\.iframeFields\.base\./ },
  { title: 'Card fields: placeholder', pattern: /^styling\.iframeFields\.placeholder\./ },
  { title: 'Card fields: error', pattern: /^styling\.iframeFields\.error\./ },
  { title: 'Card fields: valid', pattern: /^styling\.iframeFields\.validated\./ },
  { title: 'Stripe', pattern: /^styling\.stripe\./ },
  { title: 'Where it runs', pattern: /./ },
];

const languages = [
  ...['en', 'de', 'cs', 'es', 'fr', 'hu', 'it', 'nb', 'nl', 'pl', 'ro', 'ru', 'sl', 'sv', 'tr'],
  ...['de-CH', 'de-LI', 'en-CA', 'en-GB', 'en-US', 'fr-LU', 'de-LU', 'zz'],
];

/** Suggestions for options that accept any text. @type {Readonly<Record<string, readonly string[]>>} */
const suggestions = {
  locale: languages,
  countryCode: ['DE', 'AT', 'CH', 'FR', 'IT', 'ES', 'NL', 'GB', 'US', 'AU'],
  'styling.borderRadius': ['0', '4px', '8px', '12px', '16px', '24px'],
  'styling.boxShadow': ['none', '0 1px 3px rgb(0 0 0 / 25%)', '0 6px 20px rgb(0 0 0 / 20%)'],
  'css.--upc-field-height': ['44px', '48px', '56px', '64px'],
  'css.--upc-font-size': ['16px', '18px', '20px', 'max(16px, 1rem)'],
};

/** Builds the whole form, group by group. @returns {readonly HTMLElement[]} */
export function buildControls() {
  const all = [
    ...chosenOptions.map((option) => ({ name: option.path, control: () => optionControl(option) })),
    ...pageProperties.map((property) => ({
      name: `css.${property.name}`,
      control: () => propertyControl(property),
    })),
  ];
  const taken = new Set();
  return groups.map(({ title, pattern, isOpen = false }) => {
    const own = all.filter(({ name }) => pattern.test(name) && !taken.has(name));
    for (const { name } of own) taken.add(name);
    const extra = title === 'Shape and type' ? [fontControl()] : [];
    return create('details', { open: isOpen, className: 'group folded' }, [
      create('summary', {}, [title]),
      create('div', { className: 'group-fields' }, [...extra, ...own.map(({ control }) => control())]),
    ]);
  });
}

/** @param {Option} option */
function optionControl(option) {
  const { path, type, values, about, isRequired } = option;
  const name = path.replace(/^(styling\.(iframeFields\.\w+\.)?|featureFlags\.|customerFields\.)/, '');
  const property = properties.find((one) => `styling.${one.option}` === path);
  const hint = property === undefined ? about : `${property.name}: ${property.about}`;
  switch (type) {
    case 'boolean':
    case 'function':
      return checkbox(path, name, hint);
    case 'choice':
      return field(name, select(path, isRequired ? [] : [['', 'default']], values ?? []), hint);
    case 'customer':
      return field(
        name,
        select(path, [
          ['', 'not given'],
          ['given', 'given'],
          ['hidden', 'given, not shown'],
        ]),
        hint,
      );
    case 'texts':
      return field(
        name,
        area(path, 'pay.button=Join now'),
        'A key, “=” and a text on each line; no text hides it.',
      );
    case 'json':
      return field(name, area(path, 'JSON'), hint);
    default:
      if (property?.syntax === 'color') return colorControl(path, name, property);
      return field(name, text(path, property?.light ?? ''), hint);
  }
}

/** @param {import('./options.js').Property} property */
function propertyControl(property) {
  const path = `css.${property.name}`;
  if (CSS.supports('color', property.light)) return colorControl(path, property.name, property);
  return field(property.name, text(path, property.light), property.about);
}

/**
 * @param {string} path
 * @param {string} name
 * @param {import('./options.js').Property} property
 */
function colorControl(path, name, property) {
  const picker = create('input', {
    type: 'color',
    'aria-label': `${name}, picker`,
    dataset: { picks: path },
  });
  const control = create('div', { className: 'color' }, [picker, text(path, property.light)]);
  const readings = create('ul', { className: 'readings', dataset: { readings: property.name } });
  const label = create('label', {}, [name]);
  const input = control.querySelector('input[name]');
  if (input !== null) label.htmlFor = input.id;
  return create('div', { className: 'field wide', title: `${property.name}: ${property.about}` }, [
    label,
    control,
    readings,
  ]);
}

function fontControl() {
  return field(
    'font of the page',
    select('page.font', [], Object.keys(fonts)),
    'The widget uses the font of the page.',
  );
}

/**
 * @param {string} name
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} control
 * @param {string} hint
 */
function field(name, control, hint) {
  const isWide = control instanceof HTMLTextAreaElement;
  return create('div', { className: isWide ? 'field wide' : 'field', title: hint }, [
    create('label', { htmlFor: control.id }, [name]),
    control,
  ]);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} hint
 */
function checkbox(name, label, hint) {
  const box = create('input', { type: 'checkbox', name, id: idOf(name) });
  return create('label', { className: 'check', title: hint }, [box, ` ${label}`]);
}

/** @param {string} name @param {string} placeholder */
function text(name, placeholder) {
  const input = create('input', { type: 'text', name, id: idOf(name), placeholder, spellcheck: false });
  input.autocomplete = 'off';
  const offered = suggestions[name];
  if (offered !== undefined) {
    const list = create(
      'datalist',
      { id: `${idOf(name)}-list` },
      offered.map((value) => create('option', { value })),
    );
    input.setAttribute('list', list.id);
    document.body.append(list);
  }
  return input;
}

/** @param {string} name @param {string} placeholder */
function area(name, placeholder) {
  return create('textarea', { name, id: idOf(name), rows: 3, placeholder, spellcheck: false });
}

/**
 * @param {string} name
 * @param {readonly (readonly [value: string, label: string])[]} labelled
 * @param {readonly string[]} [plain]
 */
function select(name, labelled, plain = []) {
  const all = [...labelled, ...plain.map((value) => /** @type {const} */ ([value, value]))];
  return create(
    'select',
    { name, id: idOf(name) },
    all.map(([value, label]) => new Option(label, value)),
  );
}

/** @param {string} name */
function idOf(name) {
  return `control-${name.replace(/\W+/g, '-')}`;
}
