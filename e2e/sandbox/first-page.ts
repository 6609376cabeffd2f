import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/process.js';

/** One step that a reader of the documentation's first page takes. */
export type Step =
  /** Types a command that keeps running. `says` is the output that the page quotes, if any. */
  | { readonly kind: 'run'; readonly name: string; readonly command: string; readonly says?: string }
  | { readonly kind: 'file'; readonly name: string; readonly content: string }
  | {
      readonly kind: 'browser';
      readonly address: string;
      readonly method: string;
      readonly account: string;
      readonly result: string;
    };

const CODE = /\s*```\w+\n(.*?)\n```/sy;

/**
 * Returns the marked steps of docs/index.md. `<!-- file: name -->` and `<!-- run: name, stays -->` precede a block of
 * code, and `<!-- browser: … -->` precedes the paragraph with its instructions.
 *
 * @throws Error naming a mark that is not followed by its block or paragraph.
 */
export function stepsOfFirstPage(): readonly Step[] {
  const page = readFileSync(join(root, 'docs/index.md'), 'utf8');
  return [...page.matchAll(/<!-- (file|run|browser): (.*?) -->/g)].map(
    ([mark, kind, words = ''], at, marks) => {
      const begin = (marks[at]?.index ?? 0) + mark.length;
      const rest = page.slice(begin, marks[at + 1]?.index);
      if (kind === 'browser') return inBrowser(rest.trim().split('\n\n')[0] ?? '');
      const code = block(page, begin, mark);
      if (kind === 'file') return { kind, name: words, content: `${code}\n` };
      // The search ends at the next heading, after which the text belongs to another step.
      const says = /says “([^”]+)”/.exec(rest.split('\n#')[0] ?? '')?.[1];
      return { kind: 'run', name: words.replace(', stays', ''), command: code, ...(says && { says }) };
    },
  );
}

function block(page: string, begin: number, mark: string): string {
  CODE.lastIndex = begin;
  const code = CODE.exec(page)?.[1];
  if (code === undefined) throw new Error(`docs/index.md: no code follows ${mark}`);
  return code;
}

/**
 * Reads a step in the browser: a link to open, a method in bold, an account as code, and the result in quotation marks.
 */
function inBrowser(paragraph: string): Step {
  const part = (what: string, pattern: RegExp): string => {
    const found = pattern.exec(paragraph)?.[1];
    if (found === undefined) throw new Error(`docs/index.md: what to do in the browser names no ${what}.`);
    return found;
  };
  return {
    kind: 'browser',
    address: part('link', /<(http[^>]+)>/),
    method: part('method in bold', /\*\*([^*]+)\*\*/),
    account: part('account', /`([^`]+)`/),
    result: part('result in quotation marks', /“([^”]+)”/),
  };
}
