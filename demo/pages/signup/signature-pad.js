import { h } from './dom.js';
import { messageOf } from './fields.js';
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
 * @param {string} [options.hint] shown before the words that say how to sign
 * @param {string} [options.missing] error message while nothing is signed
 * @param {string | undefined} options.value earlier signature: base64 of an SVG
 * @param {string | undefined} [options.error] shown from the start, because the service refused the signature
 * @param {(value: string | undefined) => void} options.onChange
 * @returns {import('./fields.js').Field}
 */
export function signaturePad({
  label,
  name,
  hint,
  missing = text('signatureMissing'),
  value,
  error,
  onChange,
}) {
  const id = `field-${name}`;
  const read = value === undefined ? { paths: [], name: '' } : readSvg(value);
  const drawing = svgElement('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'pad', role: 'img' });
  drawing.append(svgElement('line', { x1: '25', x2: '475', y1: '155', y2: '155' }));
  read.paths.forEach(addStroke);
  const typedName = h('input', {
    ...{ type: 'text', className: 'typed-signature', autocomplete: 'off', maxLength: 60, value: read.name },
    ...{ 'aria-label': label },
  });
  const clear = h('button', { type: 'button', className: 'link-button' }, text('clear'));
  const other = h('button', { type: 'button', className: 'link-button' });
  let isTyping = read.name !== '';

  /** @type {SVGPathElement | undefined} */
  let stroke;
  /** Pointer that is drawing. A second finger or the palm of the hand draws nothing. @type {number | undefined} */
  let pointer;
  let points = '';
  drawing.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || stroke) return;
    event.preventDefault();
    // The pad receives every movement until the finger is lifted, even outside of the pad.
    drawing.setPointerCapture(event.pointerId);
    pointer = event.pointerId;
    points = `M${place(event)}`;
    stroke = addStroke(`${points}L${place(event)}`);
  });
  drawing.addEventListener('pointermove', (event) => {
    if (!stroke || event.pointerId !== pointer) return;
    points += `L${place(event)}`;
    stroke.setAttribute('d', points);
  });
  const lift = (/** @type {PointerEvent} */ event) => {
    if (!stroke || event.pointerId !== pointer) return;
    stroke = undefined;
    notify();
  };
  drawing.addEventListener('pointerup', lift);
  drawing.addEventListener('pointercancel', lift);
  typedName.addEventListener('input', notify);
  clear.addEventListener('click', () => {
    empty();
    group.focus();
  });
  other.addEventListener('click', () => {
    isTyping = !isTyping;
    empty();
    (isTyping ? typedName : group).focus();
  });

  /** @param {string} d */
  function addStroke(d) {
    const path = svgElement('path', { d });
    drawing.append(path);
    return path;
  }
  function empty() {
    for (const path of drawing.querySelectorAll('path')) path.remove();
    typedName.value = '';
    notify();
  }
  function notify() {
    fail('');
    showMode();
    onChange(toSvg(drawing, typedName.value.trim()));
  }
  function showMode() {
    const isDrawn = drawing.querySelector('path') !== null;
    drawing.setAttribute('aria-label', text(isDrawn ? 'signedHere' : 'signHere'));
    drawing.toggleAttribute('hidden', isTyping);
    typedName.hidden = !isTyping;
    clear.hidden = !isDrawn;
    other.textContent = text(isTyping ? 'drawInstead' : 'typeInstead');
    const [hintElement] = message.elements;
    const how = text(isTyping ? 'typeHint' : 'drawHint');
    if (hintElement) hintElement.textContent = hint ? `${hint} ${how}` : how;
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
    message.show(words);
    drawing.classList.toggle('wrong-pad', words !== '');
    group.setAttribute('aria-describedby', words === '' ? `${id}-hint` : `${id}-error`);
  }

  const message = messageOf(id, [typedName], hint ?? text('drawHint'));
  const group = h(
    'div',
    { className: 'field signature', id, role: 'group', tabIndex: -1, 'aria-label': label },
    h('p', { className: 'label', 'aria-hidden': 'true' }, label),
    drawing,
    typedName,
    ...message.elements,
    h('div', { className: 'signature-actions' }, clear, other),
  );
  showMode();
  fail(error ?? '');
  return {
    ...{ element: group, name, message: message.words, fail },
    validate: () => {
      fail(toSvg(drawing, typedName.value.trim()) === undefined ? missing : '');
      return message.words() === '';
    },
    focus: () => (isTyping ? typedName : group).focus(),
  };
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Readonly<Record<string, string>>} attributes
 */
function svgElement(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
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
