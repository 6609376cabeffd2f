/**
 * Marks the items of a checklist, `- [ ] …`, so that they get a box (look.css).
 *
 * @param {import('markdown-it').default} md
 */
export function taskLists(md) {
  md.core.ruler.before('inline', 'task-lists', ({ tokens }) => {
    tokens.forEach((token, index) => {
      const item = tokens[index - 2];
      if (token.type !== 'inline' || item?.type !== 'list_item_open' || !token.content.startsWith('[ ] '))
        return;
      item.attrJoin('class', 'task');
      token.content = token.content.slice('[ ] '.length);
    });
  });
}
