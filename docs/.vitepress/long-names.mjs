/** Names up to this length fit into the narrowest column. */
const FITTING = 16;

/** Stands for a break until the rest is escaped. */
const BREAK = '\u200B';

/** Places between the words of a name: after a separator, and before a capital letter. */
const between = /(?<=[\w>][./:@=_])(?=[\w<])|(?<=[a-z\d])(?=[A-Z])/;

/**
 * Lets a long name in inline code break between its words, so that it does not break in the middle of one. A `<wbr>`
 * adds nothing to what is copied.
 *
 * @param {import('markdown-it').default} md
 */
export function longNames(md) {
  const { escapeHtml } = md.utils;
  const render = md.renderer.rules.code_inline;
  if (render === undefined) throw new Error('markdown-it has no rule for inline code.');
  md.renderer.rules.code_inline = (tokens, index, ...others) => {
    const code = tokens[index]?.content ?? '';
    const withBreaks = code.replace(/\S+/g, (name) =>
      name.length > FITTING ? name.split(between).join(BREAK) : name,
    );
    return render(tokens, index, ...others).replace(escapeHtml(code), () =>
      escapeHtml(withBreaks).replaceAll(BREAK, '<wbr>'),
    );
  };
}
