/** @type {Record<string, string>} */
const roles = {
  table_open: 'table',
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
};

/**
 * Repeats the heading of each column in its cells, because phones show each row as a list (look.css). A table that is
 * shown as anything else loses its meaning in some screen readers, so it has its roles too.
 *
 * @param {import('markdown-it').default} md
 */
export function tableLabels(md) {
  md.core.ruler.push('table-labels', ({ tokens }) => {
    /** @type {string[]} */
    let headings = [];
    let column = 0;
    tokens.forEach((token, index) => {
      const role = roles[token.type];
      if (role === undefined) return;
      token.attrSet('role', role);
      if (role === 'table') headings = [];
      if (role === 'row') column = 0;
      if (role === 'columnheader') headings.push(textOf(tokens[index + 1]));
      if (role === 'cell') token.attrSet('data-label', headings[column++] ?? '');
    });
  });
}

/** @param {import('markdown-it').Token} [heading] */
const textOf = (heading) => (heading?.children ?? []).map(({ content }) => content).join('');
