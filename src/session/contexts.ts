import { createContext } from '@lit/context';
import type { ParsedConfig } from '../api/config.js';
import type { Translator } from '../i18n/translator.js';

/** What the root element gives to every element in it. The state itself goes down as properties. */
export const translatorContext = createContext<Translator>(Symbol('upc-translator'));
export const configContext = createContext<ParsedConfig>(Symbol('upc-config'));
