import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * A logo as data, not as markup. The code that draws it only has to trust numbers and colours.
 * @typedef {object} Logo
 * @property {string} box viewBox of the drawing
 * @property {readonly (readonly [fill: string, d: string])[]} paths from the back to the front
 */

/**
 * Source of each logo; THIRD-PARTY-NOTICES.md names the packages. `box` cuts off what the schemes themselves leave out
 * at small sizes, and `skip` is the colour of that part. `fill` is the brand's colour if the drawing has none.
 * @type {Readonly<Record<string, { set: 'cib' | 'logos' | 'simple-icons', icon: string, box?: string, skip?: string, fill?: string }>>}
 */
const sources = {
  visa: { set: 'simple-icons', icon: 'visa', box: '0 8 24 8', fill: '#1a1f71' },
  mastercard: { set: 'logos', icon: 'mastercard', box: '0 0 256 158.233', skip: '' },
  amex: { set: 'logos', icon: 'amex-digital' },
  maestro: { set: 'logos', icon: 'maestro', box: '0 0 256 158.233', skip: '#110f0d' },
  discover: { set: 'simple-icons', icon: 'discover', box: '0 10 24 4', fill: '#e55c20' },
  diners: { set: 'simple-icons', icon: 'dinersclub', fill: '#004c97' },
  jcb: { set: 'simple-icons', icon: 'jcb', fill: '#0b4ea2' },
  unionpay: { set: 'logos', icon: 'unionpay' },
  SEPA: { set: 'simple-icons', icon: 'sepa', box: '0 8 24 8', fill: '#2350a9' },
  PAYPAL: { set: 'logos', icon: 'paypal' },
  IDEAL: { set: 'cib', icon: 'ideal', fill: '#cc0066' },
  BANCONTACT: { set: 'cib', icon: 'bancontact', fill: '#005498' },
};

const require = createRequire(import.meta.url);

/** @returns {Record<string, Logo>} the logo of each method and card scheme that has a source */
export function allLogos() {
  return Object.fromEntries(Object.keys(sources).map((name) => [name, logo(name)]));
}

/** @returns {Record<string, Logo>} only the logos of card schemes */
export function schemeLogos() {
  return Object.fromEntries(Object.entries(allLogos()).filter(([name]) => name === name.toLowerCase()));
}

/**
 * @param {string} name
 * @returns {Logo}
 * @throws when a new version of the package draws it with anything but plain paths
 */
function logo(name) {
  const source = sources[name];
  if (!source) throw new Error(`There is no source of the logo "${name}".`);
  const { box, body } = drawing(source);
  const paths = /** @type {[string, string][]} */ ([]);
  const rest = body.replace(/<path ([^>]*)\/>/g, (_, attributes) => {
    const {
      d,
      fill = '',
      ...others
    } = Object.fromEntries(
      [...String(attributes).matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    );
    if (!d || Object.keys(others).length > 0)
      throw new Error(`${name}: a path has ${attributes.slice(0, 80)}`);
    const color = source.fill ?? fill;
    if (source.skip !== fill) paths.push([color, d]);
    return '';
  });
  if (rest.trim() !== '') throw new Error(`${name} is drawn with more than paths: ${rest.slice(0, 80)}`);
  if (!paths.every(([fill]) => /^#[0-9a-f]{3,6}$/.test(fill)))
    throw new Error(`${name} has a path without a colour.`);
  return { box: source.box ?? box, paths };
}

/**
 * @param {{ set: 'cib' | 'logos' | 'simple-icons', icon: string }} source
 * @returns {{ box: string, body: string }}
 */
function drawing({ set, icon }) {
  if (set === 'simple-icons') {
    const svg = readFileSync(require.resolve(`simple-icons/icons/${icon}.svg`), 'utf8');
    const body = svg
      .replace(/^<svg[^>]*>/, '')
      .replace(/<title>[^<]*<\/title>/, '')
      .replace('</svg>', '');
    return { box: '0 0 24 24', body };
  }
  const file = readFileSync(require.resolve(`@iconify-json/${set}/icons.json`), 'utf8');
  const {
    icons,
    width = 16,
    height = 16,
  } = /** @type {{ icons: Record<string, { body: string, width?: number, height?: number }>, width?: number, height?: number }} */ (
    JSON.parse(file)
  );
  const found = icons[icon];
  if (!found) throw new Error(`@iconify-json/${set} has no icon "${icon}" any more.`);
  return { box: `0 0 ${found.width ?? width} ${found.height ?? height}`, body: found.body };
}
