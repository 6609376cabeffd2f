import {
  declarations,
  documentation,
  isOlderName,
  literalUnions,
  members,
  nameOf,
  typeOf,
} from './declared-types.mjs';
import { stylingProperties } from './styling-page.mjs';

const config = 'src/config/config.ts';

/** Types for which the styling page has a control. Any other type is an object whose members are options themselves. */
const leaves =
  /^(string|boolean|string \| (HTMLElement|PromiseLike<string>)|CustomerField|FrameFieldStyle|Texts|Appearance|\(.*)$/;

/**
 * Generates the options that a page may pass to `init`, as data for the demo's styling page, which imports nothing of
 * the widget. The sources are the same types and stylesheet as for docs/configuration.md and docs/styling.md.
 * @returns {string} JavaScript
 * @throws Error for an option whose type has no control on the page
 */
export function stylingOptions() {
  const types = declarations(config);
  const unions = literalUnions(config);
  const atRunTime = new Set(members(types, 'MutableConfig').map(nameOf));

  /**
   * @param {string} type
   * @param {string} prefix
   * @returns {readonly object[]}
   */
  function optionsOf(type, prefix) {
    // The page receives its session from its backend.
    const offered = members(types, type).filter(
      (member) => !isOlderName(member) && typeOf(member) !== 'PrefetchedSession',
    );
    return offered.flatMap((member) => {
      const path = `${prefix}${nameOf(member)}`;
      const own = typeOf(member);
      if (own === 'FrameFieldStyle') return frameProperties(path);
      if (types.has(own) && !leaves.test(own)) return optionsOf(own, `${path}.`);
      const values = unions
        .get(own)
        ?.match(/(?<=')[^']+/g)
        ?.filter((value) => !/^ \| ?$/.test(value));
      if (values === undefined && !leaves.test(own)) {
        throw new Error(`The styling page has no control for ${path}, whose type is ${own}.`);
      }
      const [about = '', standard] = documentation(member).split(/ ?Default (?=\S+\.$|the )/);
      const root = path.split('.')[0] ?? '';
      return [
        {
          path,
          type: values === undefined ? typeName(own) : 'choice',
          values,
          standard: standard?.replace(/\.$/, '').replaceAll('`', ''),
          isRequired: member.questionToken === undefined,
          atRunTime: atRunTime.has(root),
          about,
        },
      ];
    });
  }

  /** @param {string} path */
  function frameProperties(path) {
    const names = unions.get('FrameFieldProperty')?.match(/\w+/g) ?? [];
    return names.map((name) => ({
      path: `${path}.${name}`,
      type: 'string',
      isRequired: false,
      atRunTime: true,
      about: '',
    }));
  }

  return `// Generated from src/config, src/theme and styles/tokens.css: npm run generate.

/**
 * A parameter of \`init\`. Parameters inside objects are listed by their path.
 *
 * @typedef {object} Option
 * @property {string} path such as \`styling.primaryColor\`
 * @property {'string' | 'boolean' | 'choice' | 'function' | 'container' | 'customer' | 'texts' | 'json'} type
 * @property {readonly string[]} [values] allowed values of a choice
 * @property {string} [standard] the default
 * @property {boolean} isRequired
 * @property {boolean} atRunTime whether \`update()\` accepts it
 * @property {string} about
 */

/**
 * A custom property that a page may set.
 *
 * @typedef {object} Property
 * @property {string} name such as \`--upc-primary\`
 * @property {string} [option] option of \`styling\` that also sets it
 * @property {string} [syntax] the CSS property whose values it accepts
 * @property {string} light the default
 * @property {string} [dark] the default on a dark page, if it differs
 * @property {string} about
 */

/** @type {readonly Option[]} */
export const options = ${JSON.stringify(optionsOf('PaymentWidgetConfig', ''))};

/** @type {readonly Property[]} */
export const properties = ${JSON.stringify(stylingProperties())};
`;
}

/** @param {string} type */
function typeName(type) {
  if (type.startsWith('(') && type.includes('=>')) return 'function';
  const names = {
    'string | HTMLElement': 'container',
    'string | PromiseLike<string>': 'string',
    CustomerField: 'customer',
    Texts: 'texts',
    string: 'string',
    boolean: 'boolean',
  };
  return Object.hasOwn(names, type) ? names[/** @type {keyof typeof names} */ (type)] : 'json';
}
