const notInSite = /^(?:\.\.\/|decisions\/|architecture\.md|legal-review\.md|decisions$)/;

/**
 * Handles links to files that are in the repository but not on the site. If the address of the source is known, they
 * lead there. Otherwise only the text remains, with the path as its title.
 *
 * @param {import('markdown-it').default} md
 * @param {{ source: string | undefined }} options `source` such as `https://git.example/upc/blob/main/`
 */
export function linksOutside(md, { source }) {
  md.core.ruler.push('links-outside', ({ tokens }) => {
    for (const { children } of tokens) children?.forEach(outside);
  });

  /**
   * @param {import('markdown-it').Token} token
   * @param {number} index
   * @param {readonly import('markdown-it').Token[]} siblings
   */
  function outside(token, index, siblings) {
    const href = token.attrGet('href') ?? '';
    if (token.type !== 'link_open' || !notInSite.test(href)) return;
    const path = href.startsWith('../') ? href.slice('../'.length) : `docs/${href}`;
    if (source !== undefined) return token.attrSet('href', `${source}${path}`);
    token.tag = 'span';
    token.attrs = [['title', path]];
    const end = siblings.slice(index).find(({ type }) => type === 'link_close');
    if (end !== undefined) end.tag = 'span';
  }
}
