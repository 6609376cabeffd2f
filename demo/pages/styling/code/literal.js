/**
 * Writes JSON data as JavaScript source, formatted as people write it. The result is safe inside a `<script>`: no text
 * in it can end the element.
 *
 * @param {unknown} value
 * @param {string} margin indentation of the line in which the value starts
 * @returns {string}
 */
export function literal(value, margin) {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${margin}  `;
  const parts = Array.isArray(value)
    ? value.map((part) => literal(part, inner))
    : Object.entries(value).map(([name, part]) => `${keyOf(name)}: ${literal(part, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${margin}${close}`;
}

/** @param {string} name @returns {string} the name as a key of an object literal */
export function keyOf(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : `[${quoted(name)}]`;
}

/**
 * @param {string} text one or more lines
 * @param {string} [margin]
 * @returns {string} the indented text
 */
export function indented(text, margin = '  ') {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `${margin}${line}`))
    .join('\n');
}

/** @param {string} text @returns {string} the text, escaped for an attribute in double quotes */
export function attribute(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** @param {string} text */
function quoted(text) {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  const line = inside.replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);
  return `'${line.replaceAll('<', '\\x3C')}'`;
}
