import { ApiError } from '../../errors/api-error.js';

const PATH_DATA = /^[MLHVCSQTAZmlhvcsqtaz0-9eE\s.,+-]+$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * A signature as the service draws it itself, from the strokes, dots and text of what was sent: nothing else
 * of the SVG (scripts, links, styles) survives.
 *
 * @throws ApiError 400 when no stroke, dot or letter is in it.
 */
export function redrawSignature(svg: string): string {
  const viewBox = attribute(svg.slice(0, 500), 'viewBox');
  const box = viewBox && /^[\d\s.-]+$/.test(viewBox) ? viewBox : '0 0 600 200';
  const shapes = [...svg.matchAll(/<(path|circle|text)\b([^>]*)>(?:([^<]*)<\/text>)?/g)].flatMap(
    ([, name, attributes = '', text = '']) => redrawShape(name, attributes, text),
  );
  if (shapes.length === 0) {
    throw new ApiError('errormessage.payment.signature.invalid', 'mandate.signature');
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${shapes.join('')}</svg>`;
}

function redrawShape(name: string | undefined, attributes: string, text: string): string[] {
  if (name === 'path') {
    const data = attribute(attributes, 'd');
    const width = attribute(attributes, 'stroke-width');
    if (!data || !PATH_DATA.test(data)) return [];
    return [
      `<path d="${data}" fill="none" stroke="#000" stroke-width="${width && NUMBER.test(width) ? width : '2'}"/>`,
    ];
  }
  if (name === 'circle') {
    const [cx, cy, r] = ['cx', 'cy', 'r'].map((key) => attribute(attributes, key));
    if (![cx, cy, r].every((value) => value && NUMBER.test(value))) return [];
    return [`<circle cx="${cx}" cy="${cy}" r="${r}" fill="#000"/>`];
  }
  const letters = escape(unescape(text).trim());
  return letters ? [`<text x="20" y="120" font-size="64" font-style="italic">${letters}</text>`] : [];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function unescape(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function attribute(source: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(source)?.[1];
}
