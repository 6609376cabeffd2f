import { readFileSync } from 'node:fs';
import i18next, { createInstance, type LoggerModule } from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TextEngine } from './text-engine.js';

function polish(forms: Readonly<Record<string, string>>): TextEngine {
  const engine = new TextEngine();
  engine.add('en', { months_one: '{{count}} month', months_other: '{{count}} months' });
  engine.add('pl', forms);
  return engine;
}

describe('plurals', () => {
  const forms = {
    months_one: '{{count}} miesiąc',
    months_few: '{{count}} miesiące',
    months_other: '{{count}} miesiąca',
  };

  it.each([
    [1, '1 miesiąc'],
    [3, '3 miesiące'],
    // Polish lacks the form `many` here. It uses its own `other`, never the English form.
    [5, '5 miesiąca'],
  ])('%i in Polish', (count, text) => {
    expect(polish(forms).text('months', 'pl', { count })).toBe(text);
  });

  it('of a host are its `other`, where it gives no more', () => {
    const engine = polish(forms);
    engine.override('pl', { months_other: 'mies.: {{count}}' });
    expect([1, 3, 5].map((count) => engine.text('months', 'pl', { count }))).toEqual([
      'mies.: 1',
      'mies.: 3',
      'mies.: 5',
    ]);
  });

  it('of a region are those of its language, but for what it says itself', () => {
    const engine = polish(forms);
    engine.add('pl-PL', { months_other: '{{count}} mies.' });
    expect([1, 1.5].map((count) => engine.text('months', 'pl-PL', { count }))).toEqual([
      '1 miesiąc',
      '1.5 mies.',
    ]);
  });
});

it("a region's text does not hide the schemes of its language", () => {
  const engine = new TextEngine();
  engine.add('nl', { mandate: 'Machtiging', mandate_BACS: 'Bacs-opdracht' });
  engine.add('nl-BE', { mandate: 'Mandaat' });
  const contexts = ['BACS', 'LSV'].map((context) => engine.text('mandate', 'nl-BE', { context }));
  expect(contexts).toEqual(['Bacs-opdracht', 'Mandaat']);
});

describe('holes', () => {
  const engine = new TextEngine();
  engine.add('en', { name: 'I am {{name}}.' });

  it.each([
    ["O'Neil & Sons <b>", "I am O'Neil & Sons <b>."],
    ['{{name}}', 'I am {{name}}.'],
    ['$t(name)', 'I am $t(name).'],
    ['$&', 'I am $&.'],
  ])('take %s as it is', (name, text) => {
    expect(engine.text('name', 'en', { name })).toBe(text);
  });

  it('and all else that i18next would read show as they are written', () => {
    const texts = [
      '{{lng}}',
      '{{toString}}',
      '{{__proto__}}',
      '{{constructor.name}}',
      '{{x, number}}',
    ].concat(['$t(name)', '$t(other)', '<img src=x onerror=alert(1)>', 'x'.repeat(1_000_000)]);
    const shown = texts.map((text) => {
      engine.override('en', { other: text });
      return engine.text('other', 'en', {});
    });
    expect(shown).toEqual(texts);
  });
});

describe('empty texts', () => {
  it('are texts: 27 takes them for missing ones, and nothing could be hidden any more', () => {
    const engine = new TextEngine();
    engine.add('en', { label: 'Label', label_ACH: 'Label of ACH' });
    engine.override('en', { label: '' });
    expect([engine.text('label', 'en', {}), engine.text('label', 'en', { context: 'ACH' })]).toEqual([
      '',
      '',
    ]);
    expect(engine.has('label', 'en')).toBe(true);
    expect(engine.original('label', 'en')).toBe('Label');
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(dependencies.i18next).toMatch(/^\^26\./);
  });
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
    const engine = new TextEngine();
    engine.add('de', { a: 'A' });
    engine.override('de', { b: 'B' });
    engine.text('missing', 'de', {});
    engine.text('a', 'de', { count: 2 });
    expect(lines.slice(before)).toEqual([]);
    expect(print).not.toHaveBeenCalled();

    host.t('unknown');
    await host.changeLanguage('de');
    expect(lines.slice(before).join(' ')).toMatch(/missingKey.*languageChanged/);
  });

  it('hears nothing of ours when it begins later', async () => {
    const engine = new TextEngine();
    const lines: unknown[] = [];
    const host = createInstance();
    await host.use(loggerOf(lines)).init({ lng: 'en', debug: true, resources: { en: { translation: {} } } });
    const before = lines.length;
    engine.add('de', { a: '{{missing}}' });
    engine.override('de', {});
    engine.text('a', 'de', {});
    engine.text('unknown', 'de', { count: 1 });
    expect(lines.slice(before)).toEqual([]);
  });

  it('shares neither language nor texts with it', async () => {
    await i18next.init({ lng: 'fr', resources: { fr: { translation: { a: 'hôte' } } } });
    const engine = new TextEngine();
    engine.add('fr', { a: 'widget' });
    engine.text('a', 'fr', {});
    expect([i18next.t('a'), i18next.language]).toEqual(['hôte', 'fr']);
  });
});
