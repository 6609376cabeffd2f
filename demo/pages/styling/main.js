import { loadStudios } from '../backend.js';
import { failure, load, reasonOf } from '../load.js';
import { CodeView } from './code-view.js';
import { hex, readColors } from './colors.js';
import { configOf } from './config.js';
import { buildControls } from './controls.js';
import { byId, create } from './dom.js';
import { Gallery } from './gallery.js';
import { History } from './history.js';
import { faultButtons } from './fault-buttons.js';
import { LiveWidget } from './live.js';
import { Log } from './log.js';
import { notesOn } from './notes.js';
import { properties } from './options.js';
import { presets } from './presets.js';
import { countryOf, offerStudios, openSession } from './session-controls.js';
import { surround } from './surroundings.js';
import { GatewayTap } from './tap.js';
import { fromAddress, toAddress } from './values.js';

const form = /** @type {HTMLFormElement} */ (byId('controls'));
const host = byId('host');
const container = byId('payment');
const hostButton = /** @type {HTMLButtonElement} */ (byId('host-button'));
const serviceUrl = new URL(
  /** @type {HTMLScriptElement} */ (document.querySelector('script[src*="/widget/"]')).src,
).origin;

const log = new Log(byId('log'));
const tap = new GatewayTap(serviceUrl, (line) => log.add('gateway', line));
const codeView = new CodeView(serviceUrl, say);
const gallery = new Gallery();
const live = new LiveWidget({
  ...{ container, serviceUrl },
  log: (kind, text) => log.add(kind, text),
  onState: ({ isProcessing, canSubmit }) => (hostButton.disabled = isProcessing || !canSubmit),
});

const read = fromAddress(location.hash.slice(1));
const history = new History(read.values);
/** @type {readonly import('../backend.js').Studio[]} */
let studios = [];
let token = '';
/** Key of the session token in the tab's storage while the payment continues on another page. */
const KEPT_TOKEN = 'styling-payment-session';

byId('groups').append(...buildControls());
byId('presets').append(...presetButtons());
byId('life').append(...faultButtons(tap, say, begin));
if (read.unknown.length > 0)
  log.add('page', `The address contains unknown options: ${read.unknown.join(', ')}.`);

form.addEventListener('input', handleInput);
form.addEventListener('focusin', () => history.pause());
form.addEventListener('submit', (event) => {
  event.preventDefault();
  startSession();
});
byId('undo').addEventListener('click', () => move(() => history.undo()));
byId('redo').addEventListener('click', () => move(() => history.redo()));
byId('reset').addEventListener('click', () => move(() => history.reset()));
byId('share').addEventListener('click', share);
document.addEventListener('click', () => say(''), { capture: true });
byId('clear-log').addEventListener('click', () => log.clear());
hostButton.addEventListener('click', () => live.submit());
// The provider's page leads back to this one, and its result needs the same session. A reload opens a new session.
window.addEventListener('pagehide', () => {
  if (live.isProcessing) sessionStorage.setItem(KEPT_TOKEN, token);
  else sessionStorage.removeItem(KEPT_TOKEN);
});
window.addEventListener('hashchange', () => {
  const { values } = fromAddress(location.hash.slice(1));
  if (toAddress(values) !== toAddress(history.values)) move(() => history.change(values));
});
// The gallery's frames call this function. They show what this session offers and never send anything.
Object.assign(window, { sessionForStates });

// The widget takes the tone of the page around it a moment after that page has changed.
new MutationObserver(showColors).observe(container, { subtree: true, attributeFilter: ['data-tone'] });

fill();
show();
void load(container, loadStudios, (found) => {
  studios = found;
  fill();
  showProblems();
  const kept = sessionStorage.getItem(KEPT_TOKEN) ?? undefined;
  if (kept !== undefined) log.add('page', 'The session continues, because a payment is in progress.');
  startSession(kept);
  return undefined;
});

function handleInput(/** @type {Event} */ event) {
  const control = /** @type {HTMLInputElement} */ (event.target);
  const name = control.dataset['picks'] ?? control.name;
  // Events of the widget bubble up to here as well, but they do not belong to the page's controls.
  if (!Object.hasOwn(history.values, name ?? '')) return;
  const value = control.type === 'checkbox' ? String(control.checked) : control.value;
  history.change({ [name]: value }, name);
  // Update the fields that depend on this one, but not the field that the visitor is typing into.
  fill(control);
  show();
  if (/^session\./.test(name) && control.type !== 'text') startSession();
}

/** @param {() => void} change */
function move(change) {
  const before = history.values;
  change();
  fill();
  show();
  const isOther = Object.keys(before).some(
    (name) => name.startsWith('session.') && before[name] !== history.values[name],
  );
  if (isOther) startSession();
}

/** @param {string} [kept] token of the session to continue; without it, a new session is opened */
function startSession(kept) {
  live.end();
  token = '';
  /** @param {string} opened */
  const use = (opened) => {
    // The script is part of the page, so only a new page loads it.
    if (!('paymentWidget' in window)) return [failure(undefined, () => location.reload())];
    token = opened;
    container.replaceChildren();
    tap.set('ended', false);
    begin();
    /** @type {HTMLAnchorElement} */ (byId('studio-link')).href = new URL(
      '/studio?empty=shown',
      serviceUrl,
    ).href;
    return undefined;
  };
  const failed = (/** @type {unknown} */ error, /** @type {() => void} */ retry) => {
    log.add('page', `The session could not be opened: ${reasonOf(error)}`);
    return failure(error, retry);
  };
  void load(container, async () => kept ?? openSession(history.values, studios), use, { failed });
}

/** Shows the widget again, with the same session. */
function begin() {
  live.end();
  if (token !== '') live.show(history.values, token);
}

/** Updates everything that depends on the values, except for the controls. */
function show() {
  const { values } = history;
  window.history.replaceState(null, '', `#${toAddress(values)}`);
  byId('frame').dataset['frame'] = values['page.frame'];
  document.body.dataset['view'] = values['page.view'];
  surround(host, container, values);
  byId('host-bar').hidden = values['hidePaymentButton'] !== 'true';
  if (token !== '') live.show(values, token);
  if (values['page.view'] === 'states') gallery.show(values);
  if (values['page.view'] === 'code') void codeView.show(values);
  showProblems();
  requestAnimationFrame(showColors);
  /** @type {HTMLButtonElement} */ (byId('undo')).disabled = !history.canUndo;
  /** @type {HTMLButtonElement} */ (byId('redo')).disabled = !history.canRedo;
}

/**
 * Fills the controls with the current values.
 * @param {Element} [typed] control that stays unchanged
 */
function fill(typed) {
  if (studios.length > 0) offerStudios(form, history.values, studios);
  for (const control of form.elements) {
    const { name } = /** @type {HTMLInputElement} */ (control);
    const value = history.values[name];
    if (value === undefined || control === typed) continue;
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = value === 'true';
    else if (control instanceof HTMLInputElement && control.type === 'radio')
      control.checked = control.value === value;
    else if (!/^session\.(studio|customerId)$/.test(name)) {
      /** @type {HTMLInputElement} */ (control).value = value;
    }
  }
}

/** Reports values that the widget would refuse or ignore, each at its field. */
function showProblems() {
  const { problems } = configOf(history.values);
  for (const control of form.querySelectorAll('input[type=text], textarea')) {
    const { name, value } = /** @type {HTMLInputElement} */ (control);
    const property = properties.find(
      (one) => `styling.${one.option}` === name || (one.option === undefined && `css.${one.name}` === name),
    );
    const syntax =
      property?.syntax ?? (property && CSS.supports('color', property.light) ? 'color' : 'height');
    const isWrong = value !== '' && property !== undefined && !CSS.supports(syntax, value);
    const said = problems[name] ?? (isWrong ? 'CSS does not accept this value, so it is ignored.' : '');
    const field = control.closest('.field');
    field?.querySelector('.field-error')?.remove();
    control.setAttribute('aria-invalid', String(said !== ''));
    if (said !== '') field?.append(create('p', { className: 'field-error' }, [said]));
  }
  showNotes();
}

/** Says at a control why its value has no effect on the preview. */
function showNotes() {
  for (const old of form.querySelectorAll('.note')) old.remove();
  const country = studios.length > 0 ? countryOf(history.values, studios) : undefined;
  const notes = notesOn(history.values, country);
  for (const control of form.elements) {
    const words = notes[/** @type {HTMLInputElement} */ (control).name];
    control.removeAttribute('aria-describedby');
    if (words === undefined) continue;
    const note = create('p', { className: 'hint note wide', id: `${control.id}-note` }, [words]);
    control.setAttribute('aria-describedby', note.id);
    control.closest('.field, .check')?.after(note);
  }
}

function showColors() {
  const { colors, readings, onButtons } = readColors(container, history.values);
  for (const [name, color] of colors) {
    const list = form.querySelector(`[data-readings="${name}"]`);
    const picker = list?.parentElement?.querySelector('input[type=color]');
    if (picker instanceof HTMLInputElement && picker !== document.activeElement) picker.value = hex(color);
    const typed = list?.parentElement?.querySelector('input[type=text]');
    if (typed instanceof HTMLInputElement) typed.placeholder = hex(color);
    list?.replaceChildren(
      ...(readings.get(name) ?? []).map(({ words, ratio, least }) =>
        create('li', { dataset: { good: String(ratio >= least) } }, [
          `${ratio >= least ? '✓' : '✗'} ${ratio.toFixed(1)} ${words}${ratio >= least ? '' : `, needs ${least}`}`,
        ]),
      ),
      ...(name === '--upc-primary'
        ? [create('li', { dataset: { good: 'true' } }, [`${onButtons} text on buttons`])]
        : []),
    );
  }
}

function presetButtons() {
  return presets.map(({ name, values }) => {
    const swatch = create('span', { className: 'swatch', 'aria-hidden': 'true' }, [
      ...['primaryColor', 'secondaryColor', 'backgroundColor', 'textColorMain'].map((color) => {
        const part = create('i');
        part.style.background = values[`styling.${color}`] ?? '';
        return part;
      }),
    ]);
    const button = create('button', { type: 'button', className: 'preset' }, [swatch, name]);
    button.addEventListener('click', () => {
      move(() => {
        const { values: plain } = fromAddress('');
        const looks = Object.entries(plain).filter(([key]) =>
          /^(styling\.|css\.|page\.font|page\.host)/.test(key),
        );
        history.change({ ...Object.fromEntries(looks), ...values });
      });
    });
    return button;
  });
}

/**
 * Loads what this page's session offers, in one language.
 *
 * @param {string} locale
 * @returns {Promise<unknown>} the gateway's answer
 */
async function sessionForStates(locale) {
  const response = await fetch(`${serviceUrl}/api/v1/session`, {
    headers: { 'x-user-payment-session-token': token, 'accept-language': locale },
    credentials: 'omit',
  });
  if (!response.ok) throw new Error(`The gateway answered ${response.status}.`);
  return response.json();
}

function share() {
  navigator.clipboard.writeText(location.href).then(
    () => say('The link is copied. It shows the page as you see it now.'),
    () => say('The link could not be copied. Copy the address of this page instead.'),
  );
}

/**
 * Shows a message at the bottom of the window, since the pressed button may be anywhere. The next click removes it.
 * @param {string} text
 */
function say(text) {
  byId('said').textContent = text;
}
