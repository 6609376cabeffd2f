import { afterEach, describe, expect, it, type Mock, vi } from 'vitest';
import german from '../../locales/de.json';
import later from './english-later.json';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { ManualClock } from '../testing/manual-clock.js';
import { errorText, validationText } from '../elements/error-text.js';
import type { LocaleLoader, LocaleTexts } from './locale-loader.js';
import { Plurals } from './plurals.js';
import { scriptLocaleLoader } from './script-loader.js';
import type { TextKey } from './text-keys.js';
import { Translator, type TranslatorSettings } from './translator.js';

const bring: LocaleLoader = () => Promise.resolve(german);
const clock = new ManualClock();

function translator(changes: Partial<TranslatorSettings> = {}, load = bring): Translator {
  return new Translator({ locale: 'en', overrides: {}, devMode: false, ...changes }, load);
}

function english(changes: Partial<TranslatorSettings> = {}): Translator {
  const one = translator(changes);
  one.extend(later, new Plurals());
  return one;
}

async function germanTranslator(changes: Partial<TranslatorSettings> = {}): Promise<Translator> {
  const one = translator({ locale: 'de', ...changes });
  await one.ready(300, clock);
  one.extend(later, new Plurals());
  return one;
}

/** Resolves once a translator uses the given language. It must be called before the change. */
function speaks(one: Translator, locale: string): Promise<void> {
  return new Promise((resolve) => one.subscribe(() => one.locale === locale && resolve()));
}

describe('a translator', () => {
  it('speaks English at once, and the language as soon as it has come', async () => {
    let arrive: (texts: LocaleTexts) => void = () => undefined;
    const one = translator({ locale: 'de-AT' }, () => new Promise((resolve) => (arrive = resolve)));
    const listener = vi.fn();
    one.subscribe(listener);
    expect(one.t('accountHolder.label')).toBe('Account holder');
    expect(one.locale).toBe('en');

    const speaksGerman = speaks(one, 'de');
    arrive(german);
    await speaksGerman;
    expect(one.t('accountHolder.label')).toBe('Kontoinhaber');
    expect(listener).toHaveBeenCalled();
  });

  it('is ready when the language has come', async () => {
    const one = translator({ locale: 'de' });
    expect(one.isReady).toBe(false);
    await one.ready(300, clock);
    expect(one.isReady).toBe(true);
    expect(one.locale).toBe('de');
  });

  it('corrects what was said before the rest of English came, and renders nothing for it before there is a form', async () => {
    const one = translator();
    const listener = vi.fn();
    one.subscribe(listener);
    one.extend({});
    expect(listener).not.toHaveBeenCalled();

    await one.ready(300, clock);
    expect(one.t('success.title.pay')).toBe('success.title.pay');
    listener.mockImplementation(() => expect(one.t('success.title.pay')).toBe('All done'));
    listener.mockClear();
    one.extend(later);
    expect(listener).toHaveBeenCalledOnce();
  });

  it('is ready in English when the language is slow, and switches later', async () => {
    const slow = new ManualClock();
    let arrive: (texts: LocaleTexts) => void = () => undefined;
    const one = translator({ locale: 'de' }, () => new Promise((resolve) => (arrive = resolve)));
    const ready = one.ready(300, slow);
    await slow.advance(299);
    expect(one.isReady).toBe(false);
    await slow.advance(1);
    await ready;
    expect([one.isReady, one.locale]).toEqual([true, 'en']);
    const speaksGerman = speaks(one, 'de');
    arrive(german);
    await speaksGerman;
    expect(one.locale).toBe('de');
  });

  it('stays in English when the language does not come', async () => {
    const one = translator({ locale: 'de' }, () => Promise.reject(new Error('404')));
    await one.ready(300, clock);
    expect(one.t('button.save')).toBe('Save payment method');
  });

  it('asks for no file that cannot exist, and for none of English', async () => {
    const load = vi.fn(bring);
    for (const locale of ['en', 'en-AU', 'zz', '../../x'])
      await translator({ locale }, load).ready(300, clock);
    expect(load).not.toHaveBeenCalled();
  });

  it('asks for a language once', async () => {
    const load = vi.fn(bring);
    const one = translator({ locale: 'de' }, load);
    await one.ready(300, clock);
    one.update({ locale: 'en', overrides: {}, devMode: false });
    expect(one.locale).toBe('en');
    one.update({ locale: 'de-AT', overrides: {}, devMode: false });
    expect(one.locale).toBe('de');
    expect(load.mock.calls).toEqual([['de']]);
  });

  it('forgets a language that comes after another one was asked for', async () => {
    let arrive: (texts: LocaleTexts) => void = () => undefined;
    const one = translator({ locale: 'de' }, () => new Promise((resolve) => (arrive = resolve)));
    one.update({ locale: 'en', overrides: {}, devMode: false });
    arrive(german);
    await Promise.resolve();
    await Promise.resolve();
    expect(one.locale).toBe('en');
  });

  it('is silent after destroy', async () => {
    let arrive: (texts: LocaleTexts) => void = () => undefined;
    const one = translator({ locale: 'de' }, () => new Promise((resolve) => (arrive = resolve)));
    const listener = vi.fn();
    one.subscribe(listener);
    one.destroy();
    arrive(german);
    await Promise.resolve();
    await Promise.resolve();
    expect(listener).not.toHaveBeenCalled();
  });

  it('keeps two widgets apart', async () => {
    const one = await germanTranslator();
    const other = english({ overrides: { 'button.save': 'Keep it' } });
    expect(one.t('button.save')).toBe('Zahlungsart speichern');
    expect(other.t('button.save')).toBe('Keep it');
  });

  it('shows keys in devMode', async () => {
    expect((await germanTranslator({ devMode: true })).t('button.pay', { amount: '1' })).toBe('button.pay');
  });
});

describe('before the plurals have loaded', () => {
  it('there is every other text, with its placeholders and the form of its scheme', async () => {
    const one = translator({
      locale: 'de',
      overrides: { 'save.hint': 'Nur {{ creditor }}, {{- creditor}}' },
    });
    await one.ready(300, clock);
    expect(one.t('button.pay', { amount: '5 €' })).toBe('5 € bezahlen');
    expect(one.t('mandate.reference', { context: 'ACH' })).toBe(german['mandate.reference_ACH']);
    expect(one.t('save.hint', { creditor: 'A & B' })).toBe('Nur A & B, A & B');
    expect([one.has('notice.retry'), one.has('notice.unknown'), one.has('constructor')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('it says that they are missing', async () => {
    const one = translator({ locale: 'de' });
    await one.ready(300, clock);
    expect(one.hasPlurals).toBe(false);
    one.extend(later, new Plurals());
    expect(one.hasPlurals).toBe(true);
    expect(one.t('summary.title', { count: 2 })).toContain('2');
  });
});

describe('placeholders', () => {
  const shown = (text: string, params = {}): string =>
    translator({ overrides: { 'save.hint': text } }).t('save.hint', params);

  it.each([
    ["O'Neil & Sons <b>", "I am O'Neil & Sons <b>."],
    ['{{name}}', 'I am {{name}}.'],
    ['$t(name)', 'I am $t(name).'],
    ['$&', 'I am $&.'],
  ])('are replaced by %s as it is', (name, text) => {
    expect(shown('I am {{name}}.', { name })).toBe(text);
  });

  it.each([
    '{{lng}}',
    '{{toString}}',
    '{{__proto__}}',
    '{{constructor.name}}',
    '{{x, number}}',
    '$t(button.save)',
    '<img src=x onerror=alert(1)>',
    'x'.repeat(20_000),
  ])('without a value, and all else, stay as they are: %.20s', (text) => {
    expect(shown(text)).toBe(text);
  });
});

describe('the language of the document', () => {
  it('has the region of the page', async () => {
    expect((await germanTranslator({ locale: 'de_ch' })).lang).toBe('de-CH');
  });

  it('is that of the texts while the language is on its way', () => {
    expect(translator({ locale: 'de-CH' }).lang).toBe('en');
  });
});

describe('texts', () => {
  it('have the noun of the scheme, and the general one for a scheme that has none', async () => {
    const key = 'mandate.reference';
    const one = english();
    expect(one.t(key)).toBe('Mandate reference');
    expect(one.t(key, { context: 'ACH' })).toBe('Authorization reference');
    expect(one.t(key, { context: 'SEPA' })).toBe('Mandate reference');
  });

  it('give way to an override, whatever the scheme is; one of a scheme is for that scheme', async () => {
    const overrides = { 'button.signAndSave': 'Join', 'button.signAndSave_LSV': 'Beitreten' };
    const one = english({ overrides });
    const words = (['ACH', 'LSV', 'SEPA'] as const).map((context) =>
      one.t('button.signAndSave', { context }),
    );
    expect(words).toEqual(['Join', 'Beitreten', 'Join']);
    const hidden = english({ overrides: { 'mandate.byButton': '' } });
    expect(hidden.t('mandate.byButton', { context: 'BACS' })).toBe('');
  });

  it('give way to overrides in every language, plurals included', async () => {
    const overrides = { 'button.pay': 'Jetzt {{amount}}', 'summary.title_other': '{{count}}!' };
    const one = await germanTranslator({ overrides });
    expect(one.t('button.pay', { amount: '5 €' })).toBe('Jetzt 5 €');
    expect(one.t('summary.title', { count: 2 })).toBe('2!');
    one.update({ locale: 'en', overrides, devMode: false });
    expect(one.t('button.pay', { amount: '5 €' })).toBe('Jetzt 5 €');
  });

  it('come back when an override is taken away', async () => {
    const one = english({ overrides: { 'button.save': 'Mine' } });
    one.update({ locale: 'de', overrides: { 'button.save': 'Mine' }, devMode: false });
    await one.ready(300, clock);
    one.update({ locale: 'de', overrides: {}, devMode: false });
    expect(one.t('button.save')).toBe('Zahlungsart speichern');
  });

  it('are hidden by an empty override, but keep their name for assistive technology', async () => {
    const one = english({ overrides: { 'sepa.iban.label': '' } });
    expect(one.t('sepa.iban.label')).toBe('');
    expect(one.name('sepa.iban.label')).toBe('IBAN');
  });

  it('of a region do not hide the schemes of its language', async () => {
    const files: Readonly<Record<string, LocaleTexts>> = {
      nl: { 'mandate.reference': 'Machtiging', 'mandate.reference_BACS': 'Bacs-opdracht' },
      'nl-BE': { 'mandate.reference': 'Mandaat' },
    };
    const one = translator({ locale: 'nl-BE' }, (file) => Promise.resolve(files[file] ?? {}));
    await one.ready(300, clock);
    const words = ['BACS', 'LSV'].map((context) => one.t('mandate.reference', { context }));
    expect(words).toEqual(['Bacs-opdracht', 'Mandaat']);
  });

  it('leave Object.prototype alone', async () => {
    const overrides = JSON.parse('{"__proto__": "x", "constructor.prototype.polluted": "x"}') as Record<
      string,
      string
    >;
    const one = english({ overrides });
    expect(one.t('button.save')).toBe('Save payment method');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('amounts, times and countries', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Counts the formatters of a kind that are created. */
  function counted(kind: 'NumberFormat' | 'DisplayNames'): Mock {
    const Original = Intl[kind] as unknown as new (...settings: unknown[]) => object;
    const make = vi.fn(function (...settings: unknown[]): object {
      return new Original(...settings);
    });
    vi.spyOn(Intl, kind as 'NumberFormat').mockImplementation(make);
    return make;
  }

  const narrow = (text: string): string => text.replace(/\s/g, ' ').replace('’', "'");

  it.each([
    ['en', 1249.9, 'EUR', '€1,249.90'],
    ['de', 1249.9, 'EUR', '1.249,90 €'],
    ['de-CH', 1249.9, 'CHF', "CHF 1'249.90"],
    ['en', 500, 'JPY', '¥500'],
  ])('%s: %d %s is %s', async (locale, amount, currency, text) => {
    const one = translator({ locale });
    await one.ready(300, clock);
    expect(narrow(one.money({ amount, currency }))).toBe(text);
  });

  it('writes amounts in the language of the texts while the language is on its way', () => {
    expect(translator({ locale: 'de' }).money({ amount: 1, currency: 'EUR' })).toBe('€1.00');
  });

  it('keeps a place for the first amount until the page is painted, and reports when it is written', async () => {
    const painted: (() => void)[] = [];
    const settings = { locale: 'en', overrides: {}, devMode: false };
    const one = new Translator(settings, bring, (then) => {
      painted.push(then);
    });
    const formatters = counted('NumberFormat');
    const listener = vi.fn();
    one.subscribe(listener);
    const money = { amount: 24.9, currency: 'EUR' };

    expect([one.money(money), one.money(money)].join('')).toMatch(/^\u2007+$/);
    expect(painted).toHaveLength(1);
    expect(formatters).not.toHaveBeenCalled();

    painted[0]?.();
    expect(listener).not.toHaveBeenCalled();
    painted[1]?.();
    expect(listener).toHaveBeenCalledOnce();
    expect([one.money(money), one.money(money)]).toEqual(['€24.90', '€24.90']);
    expect(formatters).toHaveBeenCalledOnce();
    expect(painted).toHaveLength(2);
  });

  it('names countries, by one list for all of a language', async () => {
    const one = await germanTranslator();
    const lists = counted('DisplayNames');
    expect(['DE', 'CH', 'AT'].map((code) => one.country(code))).toEqual([
      'Deutschland',
      'Schweiz',
      'Österreich',
    ]);
    expect(lists).toHaveBeenCalledOnce();
    expect(translator().country('nonsense')).toBe('nonsense');
  });
});

describe('errors', () => {
  it('have a text for each of the six codes', async () => {
    const one = english();
    for (const code of [
      'VALIDATION_ERROR',
      'API_ERROR',
      'PSP_ERROR',
      'NETWORK_ERROR',
      'POLLING_TIMEOUT',
      'GENERIC_ERROR',
    ] as const) {
      expect(errorText(one, new PaymentWidgetError(code, 'internal words'))).toMatch(/^[A-Z][^_]+[.!]$/);
    }
  });

  it('say that the browser is offline, where that is the reason', async () => {
    const one = english();
    const lost = new PaymentWidgetError('NETWORK_ERROR', 'no answer');
    vi.stubGlobal('navigator', { onLine: false });
    expect(errorText(one, lost)).toContain('You’re offline.');
    vi.stubGlobal('navigator', { onLine: true });
    expect(errorText(one, lost)).toContain('There is no connection.');
    vi.unstubAllGlobals();
  });

  it('say more where more is known, and never show a key', async () => {
    const one = english();
    // A newer gateway may return reasons for which this build has no text.
    const error = (messageKey: string): PaymentWidgetError =>
      new PaymentWidgetError('PSP_ERROR', 'x', { messageKey: messageKey as TextKey });
    expect(errorText(one, error('error.payment.reason.INSUFFICIENT_FUNDS'))).toBe(
      'There is not enough money in this account.',
    );
    expect(errorText(one, error('error.payment.reason.NEW_ONE'))).toBe('The payment could not be completed.');
  });

  it('name the country at a field', async () => {
    const error = { code: 'error.iban.length', params: { country: 'CH', length: 21, given: 3 } } as const;
    expect(validationText(await germanTranslator(), error)).toBe(
      'IBANs dieses Landes (Schweiz) haben 21 Zeichen. Sie haben 3 eingegeben.',
    );
  });
});

describe('the loader of the classic script', () => {
  afterEach(() => vi.unstubAllGlobals());

  function answering(body: string, status = 200): Mock<typeof globalThis.fetch> {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(new Response(body, { status })));
    vi.stubGlobal('fetch', fetch);
    return fetch;
  }

  it('fetches from beside the script, without credentials', async () => {
    const fetch = answering('{"a":"b"}');
    const load = scriptLocaleLoader('https://pay.example/widget/1.2.0/widget.js?x=1');
    await expect(load('de')).resolves.toEqual({ a: 'b' });
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      new URL('https://pay.example/widget/1.2.0/locales/de.json'),
      { credentials: 'omit' },
    );
  });

  it('fetches a file once, and again after a failure', async () => {
    const fetch = answering('', 404);
    const load = scriptLocaleLoader('https://pay.example/widget.js');
    const [one, two] = [load('de'), load('de')];
    await expect(one).rejects.toThrow('locales/de.json');
    await expect(two).rejects.toThrow('locales/de.json');
    expect(fetch).toHaveBeenCalledOnce();

    fetch.mockResolvedValue(new Response('{"a":"b"}'));
    expect([await load('de'), await load('de')]).toEqual([{ a: 'b' }, { a: 'b' }]);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['a page of HTML', '<!doctype html>', 200],
    ['no file', '{}', 404],
    ['a list', '["a"]', 200],
    ['null', 'null', 200],
    ['texts within texts', '{"a":{"b":"c"}}', 200],
  ])('refuses %s', async (_, body, status) => {
    answering(body, status);
    await expect(scriptLocaleLoader('https://pay.example/widget.js')('de')).rejects.toThrow();
  });

  it('refuses a script without an address of its own', async () => {
    answering('{"a":"b"}');
    await expect(scriptLocaleLoader('')('de')).rejects.toThrow();
  });
});
