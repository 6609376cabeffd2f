import { h } from './dom.js';
import { text } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 500;
const HEIGHT = 200;

/**
 * Builds a field for a signature. The visitor draws it with a finger, pen or mouse, or types a name, which requires
 * none of them.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.name unique on the page
 * @param {string | undefined} options.value earlier signature: base64 of an SVG
 * @param {(value: string | undefined) => void} options.onChange
 * @returns {import('./fields.js').Field}
 */
export function signaturePad({ label, name, value, onChange }) {
  const id = `field-${name}`;
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  drawing.setAttribute('class', 'pad');
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', text('signHere'));
  const message = h('p', { className: 'field-error', id: `${id}-error`, hidden: true });
  const typedName = h('input', {
    id,
    type: 'text',
    autocomplete: 'off',
    maxLength: 60,
    'aria-describedby': `${id}-error`,
  });
  const clear = h('button', { type: 'button', className: 'link-button' }, text('clear'));

  /** @type {SVGPathElement | undefined} */
  let stroke;
  let points = '';
  const read = value === undefined ? { paths: [], name: '' } : readSvg(value);
  read.paths.forEach(addStroke);
  typedName.value = read.name;
  showName();

  drawing.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    // The pad receives every movement until the finger is lifted, even outside of the pad.
    drawing.setPointerCapture(event.pointerId);
    typedName.value = '';
    showName();
    points = `M${place(event)}`;
    stroke = addStroke(`${points}L${place(event)}`);
  });
  drawing.addEventListener('pointermove', (event) => {
    if (!stroke) return;
    points += `L${place(event)}`;
    stroke.setAttribute('d', points);
  });
  const lift = () => {
    if (!stroke) return;
    stroke = undefined;
    notify();
  };
  drawing.addEventListener('pointerup', lift);
  drawing.addEventListener('pointercancel', lift);
  typedName.addEventListener('input', () => {
    removeStrokes();
    showName();
    notify();
  });
  clear.addEventListener('click', () => {
    removeStrokes();
    typedName.value = '';
    showName();
    notify();
    typedName.focus();
  });

  /** @param {string} d */
  function addStroke(d) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    drawing.append(path);
    return path;
  }
  function removeStrokes() {
    for (const path of drawing.querySelectorAll('path')) path.remove();
  }
  function showName() {
    drawing.querySelector('text')?.remove();
    if (typedName.value.trim() === '') return;
    const words = document.createElementNS(SVG, 'text');
    words.setAttribute('x', '20');
    words.setAttribute('y', '120');
    words.textContent = typedName.value;
    drawing.append(words);
  }
  function notify() {
    fail('');
    onChange(toSvg(drawing, typedName.value.trim()));
  }
  /** @param {PointerEvent} event */
  function place(event) {
    const box = drawing.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const y = ((event.clientY - box.top) / box.height) * HEIGHT;
    return `${Math.round(x)} ${Math.round(y)}`;
  }
  /** @param {string} words */
  function fail(words) {
    message.textContent = words;
    message.hidden = words === '';
    typedName.setAttribute('aria-invalid', String(words !== ''));
  }

  const element = h(
    'div',
    { className: 'field signature' },
    h('div', { className: 'signature-head' }, h('span', {}, label), clear),
    drawing,
    h('label', { htmlFor: id }, text('orTypeName')),
    typedName,
    message,
  );
  return {
    ...{ element, name, label, fail },
    validate: () => {
      fail(drawing.childElementCount === 0 ? text('signatureMissing') : '');
      return Boolean(message.hidden);
    },
    focus: () => typedName.focus(),
  };
}

/**
 * @param {SVGSVGElement} drawing
 * @param {string} name
 * @returns {string | undefined} base64; undefined when nothing is signed
 */
function toSvg(drawing, name) {
  const paths = [...drawing.querySelectorAll('path')].map((path) => `<path d="${path.getAttribute('d')}"/>`);
  if (paths.length === 0 && name === '') return undefined;
  const safe = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const words = name === '' ? '' : `<text>${safe}</text>`;
  const svg = `<svg xmlns="${SVG}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${paths.join('')}${words}</svg>`;
  return btoa(Array.from(new TextEncoder().encode(svg), (byte) => String.fromCharCode(byte)).join(''));
}

/** @param {string} base64 */
function readSvg(base64) {
  const svg = new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  const name = /<text>([^<]*)</.exec(svg)?.[1] ?? '';
  return {
    paths: [...svg.matchAll(/ d="([^"]+)"/g)].map(([, d = '']) => d),
    name: name.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  };
}
