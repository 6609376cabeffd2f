import { readFileSync } from 'node:fs';
import i18next, { createInstance, type LoggerModule } from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Plurals } from './plurals.js';

function polish(forms: Readonly<Record<string, string>>): Plurals {
  const plurals = new Plurals();
  plurals.add('en', { months_one: '{{count}} month', months_other: '{{count}} months' });
  plurals.add('pl', forms);
  return plurals;
}

const forms = {
  months_one: '{{count}} miesiąc',
  months_few: '{{count}} miesiące',
  months_other: '{{count}} miesiąca',
};

describe('plurals', () => {
  it.each([
    [1, '1 miesiąc'],
    [3, '3 miesiące'],
    // Polish lacks the form `many` here. It uses its own `other`, never the English form.
    [5, '5 miesiąca'],
  ])('%i in Polish', (count, text) => {
    expect(polish(forms).text('months', 'pl', { count })).toBe(text);
  });

  it('of a host are its `other`, where it gives no more', () => {
    const plurals = polish(forms);
    plurals.override('pl', { months_other: 'mies.: {{count}}' });
    expect([1, 3, 5].map((count) => plurals.text('months', 'pl', { count }))).toEqual([
      'mies.: 1',
      'mies.: 3',
      'mies.: 5',
    ]);
  });

  it('in a region come from its language, unless the region has its own text', () => {
    const plurals = polish(forms);
    plurals.add('pl-PL', { months_other: '{{count}} mies.' });
    expect([1, 1.5].map((count) => plurals.text('months', 'pl-PL', { count }))).toEqual([
      '1 miesiąc',
      '1.5 mies.',
    ]);
  });
});

it('values are filled in as they are', () => {
  const plurals = new Plurals();
  plurals.add('en', { of_other: '{{count}} of {{name}}, {{lng}}' });
  const text = plurals.text('of', 'en', { count: 2, name: '{{count}} & $t(of) <b>' });
  expect(text).toBe('2 of {{count}} & $t(of) <b>, {{lng}}');
});

it('an empty text is a text: 27 takes it for a missing one, and nothing could be hidden any more', () => {
  const plurals = polish(forms);
  plurals.override('pl', { months_other: '' });
  expect(plurals.text('months', 'pl', { count: 1 })).toBe('');
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(dependencies.i18next).toMatch(/^\^26\./);
});

describe('a host that uses i18next too', () => {
  afterEach(() => vi.restoreAllMocks());

  function loggerOf(lines: unknown[]): LoggerModule {
    const log = (args: unknown[]): void => void lines.push(args[0]);
    return { type: 'logger', log, warn: log, error: log };
  }

  it('keeps its logger and its debugging, and hears nothing of ours', async () => {
    const lines: unknown[] = [];
    const host = createInstance();
    await host.use(loggerOf(lines)).init({ lng: 'en', debug: true, resources: { en: { translation: {} } } });
    const print = vi.spyOn(console, 'warn');
    const before = lines.length;
    const plurals = new Plurals();
    plurals.add('de', { a_other: 'A' });
    plurals.override('de', { b: 'B' });
    plurals.text('missing', 'de', { count: 2 });
    plurals.text('a', 'de', { count: 2 });
    expect(lines.slice(before)).toEqual([]);
    expect(print).not.toHaveBeenCalled();

    host.t('unknown');
    await host.changeLanguage('de');
    expect(lines.slice(before).join(' ')).toMatch(/missingKey.*languageChanged/);
  });

  it('hears nothing of ours when it begins later', async () => {
    const plurals = new Plurals();
    const lines: unknown[] = [];
    const host = createInstance();
    await host.use(loggerOf(lines)).init({ lng: 'en', debug: true, resources: { en: { translation: {} } } });
    const before = lines.length;
    plurals.add('de', { a_other: '{{missing}}' });
    plurals.override('de', {});
    plurals.text('a', 'de', { count: 2 });
    plurals.text('unknown', 'de', { count: 1 });
    expect(lines.slice(before)).toEqual([]);
  });

  it('shares neither language nor texts with it', async () => {
    await i18next.init({ lng: 'fr', resources: { fr: { translation: { a: 'hôte' } } } });
    const plurals = new Plurals();
    plurals.add('fr', { a_other: 'widget' });
    plurals.text('a', 'fr', { count: 2 });
    expect([i18next.t('a'), i18next.language]).toEqual(['hôte', 'fr']);
  });
});
