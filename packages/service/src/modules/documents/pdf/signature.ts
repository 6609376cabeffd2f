import { html } from '@upc/server-kit/html';
import { ApiError } from '../../../core/errors/api-error.js';
import { parsePath, type PathStep, printPath } from './svg-path.js';

/** The only parts of a signature that are kept: strokes and dots of a pen, or a typed name. */
export interface Signature {
  /** Width and height of the pad, with the origin at its top left. */
  readonly width: number;
  readonly height: number;
  readonly strokes: readonly (readonly PathStep[])[];
  readonly dots: readonly Dot[];
  readonly name: string;
}

interface Dot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export const STROKE_WIDTH = 3;
export const NAME = { x: 20, y: 120, size: 64 };

const PAD = { width: 500, height: 200 };
const MOST_NUMBERS = 40_000;
const LONGEST_NAME = 100;
/** `[^<>]` keeps matching linear: no input makes it scan anything twice. */
const SHAPE = /<(path|circle|text)\b([^<>]*)>([^<>]*)/g;
const NOT_IN_NAMES = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Redraws a signature from the strokes, dots or typed name that were sent. Nothing else of the SVG (scripts, styles,
 * links, other elements) survives.
 *
 * @throws ApiError 400 when it contains no stroke, dot or letter, or more than a hand can draw.
 */
export function redrawSignature(svg: string): string {
  const signature = readSignature(svg);
  const { strokes, dots, name } = signature;
  const numbers = strokes.flat().reduce((sum, step) => sum + step.numbers.length, dots.length * 3);
  if ((numbers === 0 && name === '') || numbers > MOST_NUMBERS) {
    throw new ApiError('errormessage.payment.signature.invalid', 'mandate.signature');
  }
  return drawSignature(signature);
}

/** Reads the signature in an SVG. Everything except strokes, dots and a name of the expected form is ignored. */
export function readSignature(svg: string): Signature {
  const shapes = [...svg.matchAll(SHAPE)];
  const of = (wanted: string) => shapes.filter(([, element]) => element === wanted);
  return {
    ...readPad(svg.slice(0, 500)),
    strokes: of('path').flatMap(([, , attributes = '']) => {
      const steps = parsePath(attribute(attributes, 'd') ?? '');
      return steps ? [steps] : [];
    }),
    dots: of('circle').flatMap(([, , attributes = '']) => readDot(attributes)),
    name: of('text')
      .map(([, , , content = '']) => unescape(content).replace(NOT_IN_NAMES, '').trim())
      .filter(Boolean)
      .join(' ')
      .slice(0, LONGEST_NAME),
  };
}

function drawSignature({ width, height, strokes, dots, name }: Signature): string {
  const pen = `fill="none" stroke="#000" stroke-width="${STROKE_WIDTH}" stroke-linecap="round" stroke-linejoin="round"`;
  const shapes = [
    ...strokes.map((steps) => `<path d="${printPath(steps)}" ${pen}/>`),
    ...dots.map(({ x, y, radius }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="#000"/>`),
    ...(name
      ? [
          html`<text x="${NAME.x}" y="${NAME.y}" font-size="${NAME.size}" font-style="italic">${name}</text>`
            .markup,
        ]
      : []),
  ];
  const box = `0 0 ${width} ${height}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${shapes.join('')}</svg>`;
}

/** Reads the pad's size from the view box, otherwise from width and height. Other values are ignored. */
function readPad(opening: string): { width: number; height: number } {
  const box = /\sviewBox="0 0 (\d{2,4})(?:\.\d+)? (\d{2,4})(?:\.\d+)?"/.exec(opening);
  const [width, height] = box
    ? [box[1], box[2]]
    : ['width', 'height'].map(
        (name) => /^(\d{2,4})(?:\.\d+)?(?:px)?$/.exec(attribute(opening, name) ?? '')?.[1],
      );
  const pad = { width: Number(width), height: Number(height) };
  return pad.width > 0 && pad.height > 0 ? pad : PAD;
}

function readDot(attributes: string): Dot[] {
  const [x, y, radius] = ['cx', 'cy', 'r'].map((name) => attribute(attributes, name) ?? '');
  const numbers = [x, y, radius].map((text) =>
    /^-?\d{1,5}(\.\d{1,20})?$/.test(text ?? '') ? Math.round(Number(text) * 100) / 100 : NaN,
  );
  const [dotX = NaN, dotY = NaN, dotRadius = NaN] = numbers;
  return numbers.some(Number.isNaN) || dotRadius <= 0 || dotRadius > 20
    ? []
    : [{ x: dotX, y: dotY, radius: dotRadius }];
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
};

function unescape(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

function attribute(source: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(source)?.[1];
}
