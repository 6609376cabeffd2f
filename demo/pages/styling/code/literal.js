/**
 * JavaScript as people write it, of data as JSON has it. It may be inside a `<script>`: no text in it ends one.
 *
 * @param {unknown} value
 * @param {string} margin of the line that it begins in
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

/** @param {string} name @returns {string} a key of an object literal */
export function keyOf(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : `[${quoted(name)}]`;
}

/**
 * @param {string} text of some lines
 * @param {string} [margin]
 * @returns {string} the same, further in
 */
export function indented(text, margin = '  ') {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `${margin}${line}`))
    .join('\n');
}

/** @param {string} text @returns {string} in double quotes of an attribute */
export function attribute(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** @param {string} text */
function quoted(text) {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  const line = inside.replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);
  return `'${line.replaceAll('<', '\\x3C')}'`;
}
