import { basename } from 'node:path';
import { descriptions } from './descriptions.mjs';

/** Links to files that are in the repository but not on the site. */
const linkOutside =
  /(?<!!)\[([^\]]+)\]\((\.\.\/|(?=decisions\b|architecture\.md|legal-review\.md))([^)\s]+)\)/g;
/** Links to files of docs/public and others in the root of the site, which all pages are in. */
const linkToRoot = /(?<=\]\()(?:public)?\//g;
const codeBlock = /(^ *```.*?^ *```$)/gms;

/**
 * Vite plugin that prepares the Markdown of each page, before the site and the pages for agents are made from it. It
 * adds the page's description. Links to files that are not on the site lead to the source, if its address is known;
 * otherwise only their text remains, with the path as its title. Links to the root of the site become relative: the
 * Markdown of a page is published as it is, and the site may be in a folder of its host.
 *
 * @param {{ source: string | undefined }} options `source` such as `https://git.example/upc/blob/main/`
 * @returns {import('vite').Plugin}
 */
export function preparePages({ source }) {
  return {
    name: 'prepare-pages',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.md')) return;
      const description = descriptions[basename(id, '.md')];
      const page = code
        .split(codeBlock)
        .map((part, index) =>
          index % 2 === 1 ? part : part.replace(linkOutside, outside).replace(linkToRoot, './'),
        )
        .join('');
      return description === undefined
        ? page
        : `---\ndescription: ${JSON.stringify(description)}\n---\n\n${page}`;
    },
  };

  /**
   * @param {string} _
   * @param {string} text
   * @param {string} up
   * @param {string} rest
   */
  function outside(_, text, up, rest) {
    const path = up === '' ? `docs/${rest}` : rest;
    return source === undefined ? `<span title="${path}">${text}</span>` : `[${text}](${source}${path})`;
  }
}
