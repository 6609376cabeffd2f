import 'axe-core/axe.min.js';
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import type { AxeResults, RunOptions } from 'axe-core';
import german from '../../locales/de.json';
import type { ParsedConfig, Styling } from '../config/config.js';
import { everyState, type ShownState } from '../testing/every-state.js';
import { longerTexts } from '../testing/longer-texts.js';
import { mountWidget } from '../testing/mount-widget.js';
import { stateNamed } from '../testing/widget-states.js';

declare global {
  interface Window {
    /** Added to the window by the import. */
    axe: { run(context: Element, options: RunOptions): Promise<AxeResults> };
  }
}

const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: {
    'target-size': { enabled: true },
    // The widget is only part of a page, so this rule does not apply.
    region: { enabled: false },
  },
};

async function violations(element: Element): Promise<readonly string[]> {
  const { violations: found } = await window.axe.run(element, options);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html: node, any }) => `${id}: ${any[0]?.message ?? ''} ${node}`),
  );
}

const dark: Styling = { textColorMain: '#e8ecf4', backgroundColor: '#161d2b' };

/**
 * Languages and appearances to test. In `long`, every text is 40% longer than in English. Only the nightly run tests
 * more than the first two entries.
 */
const allAppearances: [language: 'en' | 'de' | 'long', appearance: string, page: string, styling: Styling][] =
  [
    ['long', 'light', '#ffffff', {}],
    ['de', 'dark', '#0e1420', dark],
    ['en', 'light', '#ffffff', {}],
    ['en', 'dark', '#0e1420', dark],
    // Text must be readable on any colours that the page chooses, since fields, chosen rows and buttons choose black or
    // white.
    ['en', 'yellow on black fields', '#ffffff', { primaryColor: '#ffd600', backgroundColor: '#101010' }],
    ['en', 'dark chosen rows', '#ffffff', { primaryColor: '#0a0a0a', secondaryColor: '#12314f' }],
    ['de', 'light chosen rows on dark', '#0e1420', { ...dark, secondaryColor: '#dbe7ff' }],
  ];
const appearances = process.env.UPC_NIGHTLY ? allAppearances : allAppearances.slice(0, 2);

// During a transition axe would measure intermediate colours. WebKit cannot emulate media features, so there the
// browser is started with reduced motion.
before(async () => {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
    await emulateMedia({ reducedMotion: 'reduce' });
});

it('axe finds what is wrong inside the shadow root', async () => {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  const { element, find } = await mountWidget(container, stateNamed('form, filled'));
  find('label[for=upc-iban]').remove();
  element.style.setProperty('--upc-text-secondary', '#ccc');
  const found = (await violations(element)).join('\n');
  expect(found).to.contain('label:').and.to.contain('color-contrast:');
});

const states = { en: everyState('en'), de: everyState('de') };

describe('in every appearance, axe finds nothing, and nothing is wider than 288 px', () => {
  for (const [index, { name }] of states.en.entries()) {
    it(name, async () => {
      const faults: Record<string, readonly string[]> = {};
      for (const [language, appearance, page, styling] of appearances) {
        const locale = language === 'de' ? 'de' : 'en';
        const state = states[locale][index];
        if (!state) throw new Error(`There is no such state in ${locale}.`);
        const i18n = language === 'long' ? longerTexts() : {};
        const found = await faultsOf(state, locale, page, { styling, i18n });
        if (found.length > 0) faults[`${language}, ${appearance}`] = found;
      }
      expect(faults).to.deep.equal({});
    });
  }
});

async function faultsOf(
  { states: [first, ...others], config }: ShownState,
  locale: 'en' | 'de',
  page: string,
  changes: Partial<ParsedConfig>,
): Promise<readonly string[]> {
  const container = await fixture<HTMLElement>(html`<div lang=${locale}></div>`);
  container.style.background = page;
  container.style.inlineSize = '288px';
  const { element, store, settled, root } = await mountWidget(
    container,
    first,
    { locale, ...changes, ...config },
    { de: german },
  );
  for (const next of others) {
    store.show(next);
    await settled();
  }
  const { right } = container.getBoundingClientRect();
  const wide = [...root.querySelectorAll('.upc *')].filter(
    (inner) => inner.getBoundingClientRect().right > right + 1,
  );
  const faults = [
    ...(await violations(element)),
    ...wide.map(({ localName, className }) => `${localName}.${className} is too wide`),
    ...[...root.querySelectorAll('[style]')].map(({ outerHTML }) => outerHTML),
  ];
  fixtureCleanup();
  return faults;
}
