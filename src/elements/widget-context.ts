import type { ParsedConfig } from '../config/config.js';
import type { Translator } from '../i18n/translator.js';
import type { FlowStore } from '../flow/flow-store.js';
import type { Logos } from './logo/logos.js';

/** Services that the root element gives to every element in it. The state itself goes down as properties. */
export interface WidgetContext {
  readonly config: ParsedConfig;
  readonly translator: Translator;
  readonly store: Pick<FlowStore, 'shows' | 'breakDown'>;
  /** Empty until they have come. */
  readonly logos: Logos;
}

/** Told on the widget's shadow root, where no host hears it: what the context holds says something else now. */
export const contextChange = 'upc-context-change';
