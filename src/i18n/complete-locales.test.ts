import { expect, it } from 'vitest';
import cs from '../../locales/cs.json';
import de from '../../locales/de.json';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import fr from '../../locales/fr.json';
import hu from '../../locales/hu.json';
import it_ from '../../locales/it.json';
import nb from '../../locales/nb.json';
import nl from '../../locales/nl.json';
import pl from '../../locales/pl.json';
import ro from '../../locales/ro.json';
import ru from '../../locales/ru.json';
import sl from '../../locales/sl.json';
import sv from '../../locales/sv.json';
import tr from '../../locales/tr.json';
import { localeFiles } from './locales.js';
import type { PluralKey, SchemeKey, TextKey } from './text-keys.js';

/** Key of a text that depends on a count. Every language has the form `other`, which replaces any form it lacks. */
type CountedKey = PluralKey extends `${infer Key}_${Intl.LDMLPluralRule}` ? Key : never;
type Complete = Readonly<Record<Exclude<TextKey, CountedKey> | SchemeKey | `${CountedKey}_other`, string>>;

/* If a language lacks a text, this does not compile. Regional files contain only what differs from their language. */
const languages = {
  cs,
  de,
  en,
  es,
  fr,
  hu,
  it: it_,
  nb,
  nl,
  pl,
  ro,
  ru,
  sl,
  sv,
  tr,
} satisfies Readonly<Record<string, Complete>>;

it('the compiler reads every language', () => {
  expect(Object.keys(languages)).toEqual(localeFiles.filter((file) => !file.includes('-')));
});
