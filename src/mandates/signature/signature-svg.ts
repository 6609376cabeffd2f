/** A place on the pad, in units of its view box. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a signature consists of: strokes as path data, or letters. */
export type Signature =
  | { readonly kind: 'drawn'; readonly strokes: readonly string[] }
  | { readonly kind: 'typed'; readonly text: string };

/** Width and height of the pad in its own units; on the screen it has any size. */
export const padSize = { width: 600, height: 200 } as const;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** One stroke as path data: curves through the middles between points, so that corners of the hand are round. */
export function strokePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first) return '';
  if (!last) return `M${round(first.x - 1)} ${round(first.y)}h2`;
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    return `Q${pair(point)} ${pair({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return `M${pair(first)}${curves.join('')}L${pair(last)}`;
}

/** The SVG that is sent; undefined when nothing is written. The service draws it anew and keeps nothing else of it. */
export function toSvg(signature: Signature): string | undefined {
  const content =
    signature.kind === 'drawn'
      ? signature.strokes.map(
          (data) => `<path d="${data}" fill="none" stroke="#000" stroke-width="3" stroke-linecap="round"/>`,
        )
      : signature.text.trim() && [
          `<text x="20" y="120" font-size="64" font-style="italic">${escapeText(signature.text.trim())}</text>`,
        ];
  return content && content.length > 0
    ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${padSize.width} ${padSize.height}">${content.join('')}</svg>`
    : undefined;
}

/** What our own SVG says, so that the pad shows what the session holds. */
export function readSvg(svg: string | undefined): Signature | undefined {
  if (svg === undefined) return undefined;
  const text = /<text[^>]*>([^<]*)</.exec(svg)?.[1];
  if (text !== undefined) return { kind: 'typed', text: unescapeText(text) };
  return { kind: 'drawn', strokes: [...svg.matchAll(/ d="([^"]*)"/g)].map(([, data = '']) => data) };
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

function pair({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
