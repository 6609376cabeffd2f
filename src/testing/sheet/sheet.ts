import english from '../../../locales/en.json';
import german from '../../../locales/de.json';
import type { ParsedConfig } from '../../api/config.js';
import { debitStates } from '../debit-states.js';
import { mountWidget } from '../mount-widget.js';
import { widgetStates } from '../widget-states.js';

/*
 * Shows every state at once. The address chooses: ?tone=light|dark, ?language=en|de|long, ?cell=<width in px>,
 * ?only=<pattern of names>.
 */
const query = new URLSearchParams(location.search);
const language = query.get('language') ?? 'en';
const isDark = query.get('tone') === 'dark';
const only = query.get('only');

const styling = isDark ? { textColorMain: '#e8ecf4', backgroundColor: '#161d2b' } : {};
const flags = {
  hideMandateCheckbox: false,
  disableStripeLink: false,
  enableMandateDownload: true,
  enableSignatureTypeInput: true,
  showPaymentInstrumentList: true,
};
const perState: Readonly<Record<string, Partial<ParsedConfig>>> = {
  'form, mandate by button': { featureFlags: { ...flags, hideMandateCheckbox: true } },
  'form, signature typed': { featureFlags: flags },
};

/** As long as the longest languages get, and with marks above and below the line. */
function lengthened(text: string): string {
  const marked = text.replace(/(\{\{.*?\}\})|[aeiou]/g, (letter, parameter?: string) =>
    parameter ?? ({ a: 'å', e: 'ë', i: 'ï', o: 'ø', u: 'ü' })[letter] ?? letter,
  );
  return text === '{{message}}' ? text : `${marked} ${'lõremipşum '.repeat(Math.ceil(text.length / 28)).trim()}`;
}

const i18n =
  language === 'long'
    ? Object.fromEntries(Object.entries(english).map(([key, text]) => [key, lengthened(text)]))
    : {};

document.body.classList.toggle('dark', isDark);
document.body.style.setProperty('--cell', `${query.get('cell') ?? '320'}px`);

const states = { ...widgetStates(language === 'de' ? 'de' : 'en'), ...debitStates };
for (const [name, shown] of Object.entries(states)) {
  if (only && !new RegExp(only).test(name)) continue;
  const cell = document.createElement('section');
  cell.className = 'state';
  const heading = document.createElement('p');
  heading.className = 'name';
  heading.textContent = name;
  const container = document.createElement('div');
  cell.append(heading, container);
  document.body.append(cell);
  const [first, ...others] = shown;
  if (!first) continue;
  const locale = language === 'de' ? 'de' : 'en';
  const config = { locale, styling, i18n, ...perState[name] };
  const widget = await mountWidget(container, first, config, { de: german });
  for (const next of others) {
    widget.store.show(next);
    await widget.settled();
  }
}
(document.activeElement as HTMLElement | null)?.blur();
document.body.dataset.ready = '';
