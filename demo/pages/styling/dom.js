/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Readonly<Record<string, unknown>>} [properties] properties of the element, and also `dataset` and `aria-…`
 * @param {readonly (Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function create(name, properties = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('aria-')) element.setAttribute(key, String(value));
    else if (key === 'dataset') Object.assign(element.dataset, value);
    else Object.assign(element, { [key]: value });
  }
  element.append(...children);
  return element;
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 * @throws Error if the page has no such element
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element #${id}.`);
  return element;
}
