/**
 * @typedef {object} Entry
 * @property {'done' | 'failed'} state
 * @property {string} title
 * @property {string} [text]
 * @property {string} [token] shown in full, because the page may have it: only the backend can use it, and only once
 * @property {{ label: string, href: string }} [link]
 */

/** Lists what has happened, newest last. */
export class Timeline {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
  }

  clear() {
    this.list.replaceChildren();
  }

  /** @param {Entry} entry */
  add({ state, title, text, token, link }) {
    const item = create('li');
    item.dataset.state = state;
    item.append(create('strong', title));
    if (text !== undefined) item.append(create('p', text));
    if (token !== undefined) {
      const code = create('code', token);
      code.className = 'token';
      item.append(code);
    }
    if (link !== undefined) {
      const anchor = create('a', link.label);
      anchor.href = link.href;
      item.append(anchor);
    }
    this.list.append(item);
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[K]}
 */
function create(name, text = '') {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
