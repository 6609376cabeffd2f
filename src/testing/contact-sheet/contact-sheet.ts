import type { LocaleTexts } from '../../i18n/locale-loader.js';
import { localeChain } from '../../i18n/locales.js';
import { everyState, type ShownState } from '../every-state.js';
import { longerTexts } from '../longer-texts.js';
import { type MountedWidget, mountWidget } from '../mount-widget.js';
import { openChallenge, standInForCardFrames } from './provider-parts.js';

/*
 * Shows every state at once, for the visual tests. The address selects: ?tone=light|dark, ?language=<locale>|long,
 * ?cell=<width in px>, ?columns=<number>, ?only=<pattern of names>.
 */
// Pictures show the first moment, so changes after a long delay must not happen.
const later = window.setTimeout.bind(window);
Object.assign(window, {
  setTimeout: (run: () => void, delay = 0): number => (delay < 5_000 ? later(run, delay) : 0),
});

const query = new URLSearchParams(location.search);
const language = query.get('language') ?? 'en';
const isDark = query.get('tone') === 'dark';
const cellWidth = Number(query.get('cell') ?? 320);
const only = new RegExp(query.get('only') ?? '');
const isFrame = window.top !== window;

const locale = language === 'long' ? 'en' : language;
const i18n = language === 'long' ? longerTexts() : {};
const styling = isDark ? { textColorMain: '#e8ecf4', backgroundColor: '#161d2b' } : {};
/** Files of the locale: that of a region and that of its language. */
const files = await Promise.all(
  localeChain(locale).map(async (file) => {
    // Vite finds the files by the beginning and the end of the path.
    const loaded = (await import(`../../../locales/${file}.json`)) as { default: LocaleTexts };
    return [file, loaded.default] as const;
  }),
);

interface Pressed {
  readonly of: string;
  readonly selector: string;
  readonly pseudo: 'hover' | 'focus-visible';
}

/** States that normally need a pointer or keyboard. The browser simulates all of them at once. */
const pretended: Readonly<Record<string, Pressed>> = {
  'form, hover': { of: 'form, filled', selector: '.input, .button', pseudo: 'hover' },
  'form, focus': { of: 'form, filled', selector: '.input, .checkbox > input, .button', pseudo: 'focus-visible' },
  'form, error and focus': { of: 'form, one error', selector: '.input', pseudo: 'focus-visible' },
  'list, hover': { of: 'list', selector: '.row-head', pseudo: 'hover' },
  'list, focus': { of: 'list', selector: '.row-head > input', pseudo: 'focus-visible' },
  'list, chosen and focus': { of: 'list, method chosen', selector: '.row-head > input', pseudo: 'focus-visible' },
  'select, focus': { of: 'ACH, filled', selector: 'select', pseudo: 'focus-visible' },
  'select, hover': { of: 'ACH, filled', selector: 'select', pseudo: 'hover' },
  'signature, focus': { of: 'form, signature drawn', selector: '.link', pseudo: 'focus-visible' },
  'typed signature, focus': {
    of: 'form, signature typed',
    selector: '.tab > input, .signature-input',
    pseudo: 'focus-visible',
  },
  'download, focus': { of: 'mandate to download', selector: '.button', pseudo: 'focus-visible' },
  'download, hover': { of: 'mandate to download', selector: '.button', pseudo: 'hover' },
  'check, focus': { of: 'BACS, check', selector: '.button', pseudo: 'focus-visible' },
  'errors, focus': { of: 'form, several errors', selector: '.summary a', pseudo: 'focus-visible' },
  'brand, focus': { of: 'PayPal', selector: '.button', pseudo: 'focus-visible' },
  'brand, hover': { of: 'iDEAL', selector: '.button', pseudo: 'hover' },
  'quiet button, focus': { of: 'outcome unknown', selector: '.button', pseudo: 'focus-visible' },
  'quiet button, hover': { of: 'gateway unreachable', selector: '.button', pseudo: 'hover' },
};
/** Height in px of states that depend on the surrounding window. Each is shown in its own frame. */
const framed: Readonly<Record<string, number>> = { 'card, 3-D Secure': 640, 'leaving, in a frame': 440 };
const elements: [element: Element, pseudo: string][] = [];

document.body.classList.toggle('dark', isDark);
document.body.classList.toggle('frame', isFrame);
document.body.style.setProperty('--cell', `${cellWidth}px`);
const states = everyState(/^de\b/.test(language) ? 'de' : 'en');
// All states are shown together. One at a time, the browser would draw all existing ones again each time.
await Promise.all([
  ...states.map((state) => show(state.name, state)),
  ...Object.entries(pretended).flatMap(([name, pressed]) => {
    const state = states.find((other) => other.name === pressed.of);
    return state ? [show(name, state, pressed)] : [];
  }),
]);
(document.activeElement as HTMLElement | null)?.blur();
await document.fonts.ready;
arrange();
// The script that takes the pictures reads this and passes it to the browser.
Object.assign(window, { pretended: elements });
document.body.dataset.ready = '';
if (isFrame) window.parent.postMessage('ready', location.origin);

async function show(name: string, state: ShownState, pressed?: Pressed): Promise<void> {
  if (!only.test(name)) return;
  const container = cell(name);
  const height = framed[name];
  if (height && !isFrame) {
    await showInFrame(container, name, height);
    return;
  }
  const [first, ...others] = state.states;
  const config = { locale, styling, i18n, ...state.config };
  const widget = await mountWidget(container, first, config, Object.fromEntries(files));
  for (const next of others) {
    widget.store.show(next);
    await widget.settled();
  }
  await addProviderParts(name, widget);
  if (!pressed) return;
  elements.push(
    ...[...widget.root.querySelectorAll(pressed.selector)].map((element): [Element, string] => [
      element,
      pressed.pseudo,
    ]),
  );
}

async function addProviderParts(name: string, widget: MountedWidget): Promise<void> {
  if (/^card, (?!provider)/.test(name)) standInForCardFrames(widget);
  if (name === 'card, 3-D Secure') openChallenge(widget);
  await widget.settled();
}

function cell(name: string): HTMLElement {
  const element = document.createElement('section');
  element.className = 'state';
  element.dataset.name = name;
  const heading = document.createElement('p');
  heading.className = 'name';
  heading.textContent = name;
  const container = document.createElement('div');
  element.append(...(isFrame ? [] : [heading]), container);
  document.body.append(element);
  return container;
}

/**
 * Places each state in the shortest column, so that pictures have little empty space. Each starts at a whole pixel,
 * whatever is above it, so that a picture of one state contains nothing of another.
 */
function arrange(): void {
  const [edge, gap] = [16, 24];
  const bottoms = Array.from({ length: Number(query.get('columns') ?? 1) }, () => edge);
  const cells = [...document.querySelectorAll<HTMLElement>('.state')];
  const heights = cells.map(({ offsetHeight }) => offsetHeight + 1);
  for (const [index, { style }] of cells.entries()) {
    const height = heights[index] ?? 0;
    const top = Math.min(...bottoms);
    const column = bottoms.indexOf(top);
    Object.assign(style, {
      blockSize: `${height}px`,
      insetBlockStart: `${top}px`,
      insetInlineStart: `${edge + column * (cellWidth + gap)}px`,
    });
    bottoms[column] = top + height + gap;
  }
  document.body.style.blockSize = `${Math.max(...bottoms) - gap - edge}px`;
}

/** Shows the contact sheet again in a frame, with only this state. */
async function showInFrame(container: HTMLElement, name: string, height: number): Promise<void> {
  const frame = document.createElement('iframe');
  frame.style.blockSize = `${height}px`;
  const search = new URLSearchParams(query);
  search.set('only', `^${name}$`);
  search.set('columns', '1');
  frame.src = `?${search.toString()}`;
  const ready = new Promise<void>((resolve) => {
    addEventListener('message', ({ source }) => {
      if (source === frame.contentWindow) resolve();
    });
  });
  container.append(frame);
  await ready;
}
