import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

/**
 * Replaces the generated parts of a page that is otherwise written by hand. Each part is between `<!-- generated: name
 * -->` and `<!-- end: name -->`.
 *
 * @param {string} page path from the root
 * @param {Readonly<Record<string, string>>} parts Markdown by name
 * @returns {string} the page with these parts
 * @throws Error when the page has no place for a part
 */
export function withParts(page, parts) {
  return Object.entries(parts).reduce(
    (text, [name, part]) => {
      const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
      const [from, to] = [text.indexOf(begin), text.indexOf(end)];
      if (from < 0 || to < from) throw new Error(`${page} has no place for the part "${name}".`);
      return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
    },
    readFileSync(join(root, page), 'utf8'),
  );
}
