/**
 * Creates an element. Text is never parsed as markup, so what a studio or a visitor writes cannot run.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [properties] `on…` is a listener, `data-…` and `aria-…` are attributes, the rest are
 * properties
 * @param {...(Node | string | null | undefined | false)} children null, undefined and false are left out
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name.includes('-') || name === 'role') element.setAttribute(name, /** @type {string} */ (value));
    else Object.assign(element, { [name]: value });
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Returns the address of the service, which is that of the widget's script. */
export function serviceUrl() {
  return new URL(find('script[src*="/widget/"]', HTMLScriptElement).src).origin;
}

/**
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
export function find(selector, type) {
  const element = document.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`The page has no ${selector}.`);
  return element;
}
