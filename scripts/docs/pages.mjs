import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docs } from './site.mjs';

/** Pages for the project's engineers, which are only in the repository. */
const NOT_ON_SITE = ['architecture.md', 'legal-review.md'];

/** Names of the Markdown files that are pages of the site. */
export const pages = readdirSync(docs).filter((name) => name.endsWith('.md') && !NOT_ON_SITE.includes(name));

/** The skill for coding agents, below docs/. It is part of the npm package, too. */
export const skill = 'skills/upc-payment-widget/SKILL.md';

/** @typedef {{ readonly page: string, readonly line: number, readonly language: string, readonly code: string,
 *   readonly runBy: string | undefined }} Snippet `runBy`: the test that runs it, named in a comment before it */

/**
 * @param {string} page its file below docs/
 * @returns {readonly Snippet[]} the code fences of a page, without the indentation of the fence
 */
export function snippetsOf(page) {
  const text = readFileSync(join(docs, page), 'utf8');
  return [...text.matchAll(/(?:<!-- run by: (\S+) -->\n+)?^( *)```(\w*)[^\n]*\n(.*?)^\2```$/gms)].map(
    ({ 1: runBy, 2: indent = '', 3: language = '', 4: code = '', index }) => ({
      page,
      line: text.slice(0, index).split('\n').length,
      language,
      runBy,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}
