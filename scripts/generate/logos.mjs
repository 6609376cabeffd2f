import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

/**
 * A logo as data, not as markup. The code that draws it only has to trust numbers and colours.
 * @typedef {object} Logo
 * @property {string} box viewBox of the drawing
 * @property {readonly (readonly [fill: string, d: string])[]} paths from the back to the front
 */

/**
 * The part of fontkit that is used here.
 * @typedef {{ openSync: (file: string) => { unitsPerEm: number, layout: (text: string) => TextRun } }} Fontkit
 * @typedef {{ bbox: { minX: number, maxX: number, maxY: number }, glyphs: Glyph[], positions: { xAdvance: number }[] }} TextRun
 * @typedef {{ path: { commands: { command: string, args: number[] }[] } }} Glyph
 */

/**
 * A drawing of an icon set. `box` cuts off what the schemes themselves leave out at small sizes, and `skip` is the colour
 * of that part. `fill` is the brand's colour if the drawing has none. `parts` replaces it if the brand has several: one
 * colour for each outline, or `''` to leave the outline out.
 * @typedef {{ set: 'cib' | 'logos' | 'simple-icons', icon: string, box?: string, skip?: string, fill?: string, parts?: readonly string[] }} Drawing
 */

/**
 * Source of each logo; THIRD-PARTY-NOTICES.md names the packages.
 * @type {Readonly<Record<string, Drawing>>}
 */
const sources = {
  visa: { set: 'simple-icons', icon: 'visa', box: '0 8 24 8', fill: '#1a1f71' },
  mastercard: { set: 'logos', icon: 'mastercard', box: '0 0 256 158.233', skip: '' },
  amex: { set: 'logos', icon: 'amex-digital' },
  maestro: { set: 'logos', icon: 'maestro', box: '0 0 256 158.233', skip: '#110f0d' },
  discover: { set: 'simple-icons', icon: 'discover', box: '0 10 24 4', fill: '#e55c20' },
  diners: { set: 'simple-icons', icon: 'dinersclub', box: '0 1.6 24 20.8', fill: '#004c97' },
  jcb: { set: 'simple-icons', icon: 'jcb', box: '0 8 24 8', fill: '#0b4ea2' },
  unionpay: { set: 'logos', icon: 'unionpay' },
  SEPA: { set: 'simple-icons', icon: 'sepa', box: '0 8 24 8', fill: '#2350a9' },
  PAYPAL: { set: 'logos', icon: 'paypal' },
  IDEAL: {
    set: 'cib',
    icon: 'ideal',
    box: '0 2.2 32 27.6',
    parts: [...Array(4).fill('#000'), ...Array(5).fill('#c06')],
  },
  BANCONTACT: {
    set: 'cib',
    icon: 'bancontact',
    box: '0 9.5 32 13',
    parts: ['#005498', '', '#ffd800', ''],
  },
};

/**
 * The names, line by line, of methods whose logo no maintained source has under a licence that allows its use. Each is
 * set in the same typeface on a tile like the others, so that no two methods look the same.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const names = {
  BACS: ['Bacs'],
  ACH: ['ACH'],
  BECS: ['BECS'],
  CH_DD: ['Post', 'Finance'],
  LSV: ['LSV+'],
  TWINT: ['TWINT'],
};

/** Size of the area for a name on its tile, in units of 1/20 px, its typeface and its colour. */
const area = { width: 640, height: 320 };
const typeface = 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf';
const ink = '#1a2233';
const largestLetters = 220;

const require = createRequire(import.meta.url);
// The service draws its documents with this typeface.
const serviceRequire = createRequire(join(root, 'packages/service/package.json'));

/** @returns {Record<string, Logo>} the logo of each method and card scheme that has a source, or its name as a picture */
export function allLogos() {
  const drawn = Object.keys(sources).map((name) => [name, logo(name)]);
  return Object.fromEntries([
    ...drawn,
    ...Object.entries(names).map(([name, lines]) => [name, lettering(lines)]),
  ]);
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
    if (source.parts) paths.push(...coloured(d, source.parts));
    else if (source.skip !== fill) paths.push([source.fill ?? fill, d]);
    return '';
  });
  if (rest.trim() !== '') throw new Error(`${name} is drawn with more than paths: ${rest.slice(0, 80)}`);
  if (!paths.every(([fill]) => /^#[0-9a-f]{3,6}$/.test(fill)))
    throw new Error(`${name} has a path without a colour.`);
  return { box: source.box ?? box, paths };
}

const moveTo = /^m\s*(-?(?:\d+\.\d+|\d+|\.\d+))[\s,]*(-?(?:\d+\.\d+|\d+|\.\d+))/i;

/**
 * Gives each outline of a path its own colour. Neighbours of one colour stay one path, because one may be a hole in
 * the other.
 * @param {string} d
 * @param {readonly string[]} colors one for each outline; `''` leaves the outline out
 * @returns {[fill: string, d: string][]}
 * @throws when a new version of the package has another number of outlines
 */
function coloured(d, colors) {
  const outlines = d.split(/(?=m)/i);
  if (outlines.length !== colors.length)
    throw new Error(`A path has ${outlines.length} outlines instead of ${colors.length}.`);
  const paths = /** @type {[string, string][]} */ ([]);
  let at = /** @type {readonly [number, number]} */ ([0, 0]);
  outlines.forEach((outline, index) => {
    const [start = '', first, second] = moveTo.exec(outline) ?? [];
    // Each outline is closed, so that a relative one begins at the start of the one before.
    const [x, y] = outline.startsWith('m') ? at : [0, 0];
    at = [x + Number(first), y + Number(second)];
    const color = colors[index] ?? '';
    const moved = `M${at.map((value) => Number(value.toFixed(3))).join(' ')}${outline.slice(start.length)}`;
    const last = paths.at(-1);
    if (color === '') return;
    if (last?.[0] === color && colors[index - 1] === color) last[1] += moved;
    else paths.push([color, moved]);
  });
  return paths;
}

/**
 * Draws words as outlines, so that they look the same in every page and are no text of it.
 * @param {readonly string[]} lines
 * @returns {Logo}
 */
function lettering(lines) {
  const fontkit = /** @type {Fontkit} */ (createRequire(serviceRequire.resolve('pdfkit'))('fontkit'));
  const font = fontkit.openSync(serviceRequire.resolve(typeface));
  const capHeight = font.layout('H').bbox.maxY;
  const runs = lines.map((line) => font.layout(line));
  const widest = Math.max(...runs.map(({ bbox }) => bbox.maxX - bbox.minX));
  const scale = Math.min(largestLetters / font.unitsPerEm, area.width / widest);
  const lineHeight = area.height / lines.length;
  const d = runs.flatMap(({ bbox, glyphs, positions }, index) => {
    let x = (area.width - (bbox.minX + bbox.maxX) * scale) / 2;
    const baseline = (index + 0.5) * lineHeight + (capHeight * scale) / 2;
    return glyphs.flatMap(({ path }, at) => {
      const drawn = path.commands.map(({ command, args }) => {
        const values = args.map((value, position) =>
          Math.round(position % 2 === 0 ? x + value * scale : baseline - value * scale),
        );
        return `${svgCommands[command]}${values.join(' ')}`;
      });
      x += (positions[at]?.xAdvance ?? 0) * scale;
      return drawn;
    });
  });
  return { box: `0 0 ${area.width} ${area.height}`, paths: [[ink, d.join('')]] };
}

/** @type {Readonly<Record<string, string>>} */
const svgCommands = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' };

/**
 * @param {Drawing} source
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
