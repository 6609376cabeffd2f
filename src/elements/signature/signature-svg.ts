/** A position on the pad, in units of its `viewBox`. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Content of a signature: the path data of its strokes, or a name. */
export type Signature =
  | { readonly kind: 'drawn'; readonly path: string }
  | { readonly kind: 'typed'; readonly text: string };

/** Width and height of the pad in its own units. Its size on the screen may differ. */
export const padSize = { width: 500, height: 200 } as const;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Smallest distance between two recorded points. Closer points look like one, and a pen produces hundreds per second.
 */
const minDistance = 1.5;

/**
 * Longest path data of a signature: a line of twelve times the pad's width, and less than the gateway accepts for the
 * whole SVG.
 */
const maxPathLength = 50_000;

/** Returns one stroke as path data with absolute `M` and `L` commands (the gateway's contract, MandateAcceptance). */
export function strokePath(points: readonly Point[]): string {
  const [first, ...others] = points;
  if (!first) return '';
  const kept = [first];
  for (const point of others) if (!isNear(kept.at(-1) ?? first, point)) kept.push(point);
  // A dot becomes a line to its own start, which is visible because of the round ends.
  const rest = kept.length > 1 ? kept.slice(1) : kept;
  return `M${pair(first)}${rest.map((point) => `L${pair(point)}`).join('')}`;
}

/** Adds a stroke to the drawing, unless it would become longer than a signature may be. */
export function addStroke(path: string, points: readonly Point[]): string {
  const longer = path + strokePath(points);
  return longer.length > maxPathLength ? path : longer;
}

/**
 * Returns the SVG to send; undefined if the signature is empty. The service stores only its points or name, and draws
 * it again.
 */
export function toSvg(signature: Signature): string | undefined {
  const text = signature.kind === 'typed' ? signature.text.trim() : '';
  const content =
    signature.kind === 'typed'
      ? text && `<text x="20" y="130" font-size="56" font-style="italic">${escapeText(text)}</text>`
      : signature.path &&
        `<path d="${signature.path}" fill="none" stroke="#000" stroke-width="3" stroke-linecap="round"/>`;
  return content
    ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${padSize.width} ${padSize.height}">${content}</svg>`
    : undefined;
}

/** Parses an SVG created by `toSvg`, so that the pad shows the stored signature. */
export function readSvg(svg: string | undefined): Signature | undefined {
  if (svg === undefined) return undefined;
  const text = /<text[^>]*>([^<]*)</.exec(svg)?.[1];
  return text === undefined
    ? { kind: 'drawn', path: / d="([^"]*)"/.exec(svg)?.[1] ?? '' }
    : { kind: 'typed', text: unescapeText(text) };
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

function unescapeText(text: string): string {
  return Object.entries(entities).reduceRight(
    (result, [character, entity]) => result.replaceAll(entity, character),
    text,
  );
}

function isNear(a: Point, b: Point): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < minDistance;
}

function pair({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
