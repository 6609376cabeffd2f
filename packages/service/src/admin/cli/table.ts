/** Content of a cell: one text, or several shown one below the other. */
export type Cell = string | readonly string[];

const GAP = '  ';

/**
 * Formats a table for a terminal: a head, a line below it, and columns as wide as their longest text. Nothing is
 * truncated.
 *
 * @param rows each with as many cells as the head
 */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [head, ...rows.flatMap(linesOf)];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...lines.slice(1)]
    .map((line) => {
      const cells = widths.map((width, column) => padded(line[column] ?? '', width));
      return `${cells.join(GAP).trimEnd()}\n`;
    })
    .join('');
}

function linesOf(row: readonly Cell[]): string[][] {
  const cells = row.map((cell) => (typeof cell === 'string' ? [cell] : cell));
  const height = Math.max(1, ...cells.map((texts) => texts.length));
  return Array.from({ length: height }, (_, line) => cells.map((texts) => texts[line] ?? ''));
}

/** Counts the characters that a reader sees: a combining accent takes no column of its own. */
function widthOf(text: string): number {
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(width - widthOf(text));
}
