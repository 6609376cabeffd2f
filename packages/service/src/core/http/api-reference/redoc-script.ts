import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const BUNDLE = 'redoc/bundles/redoc.standalone.js';
/** Texts in Redoc's script that no option changes, and what stands in their place. */
const REPLACED = [
  // A picture of another host. The menu shows none if its address is empty.
  ['https://cdn.redoc.ly/redoc/logo-mini.svg', ''],
  // The colour of patterns, which is hard to read on a dark page.
  ['color: #0e7c86', 'color: var(--quiet)'],
  // The ground of every second level of nested fields.
  ['background: #ffffff;', 'background: var(--page);'],
  // Buttons that do not tell screen readers and style sheets whether they are open or chosen.
  ['"aria-expanded":o,disabled:r', '"aria-expanded":r?void 0:!!o,disabled:r'],
  ['"aria-label":`expand ${a}`', '"aria-expanded":!!d'],
  ['onClick:this.toggle,$expanded:i,', 'onClick:this.toggle,"aria-expanded":i,$expanded:i,'],
  ['$active:e===t.activeOneOf,', '$active:e===t.activeOneOf,"aria-pressed":e===t.activeOneOf,'],
] as const;

/**
 * Returns Redoc's script, which loads nothing from other hosts.
 * @throws when this version of Redoc no longer contains a text that has to be replaced
 */
export function redocScript(): string {
  const file = createRequire(import.meta.url).resolve(BUNDLE);
  return REPLACED.reduce(
    (script, [text, replacement]) => {
      if (!script.includes(text))
        throw new Error(`${file} no longer contains "${text}". Find out what it contains now.`);
      return script.replace(text, () => replacement);
    },
    readFileSync(file, 'utf8'),
  );
}
