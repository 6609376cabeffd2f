import type { ParsedConfig } from '../config/config.js';
import type { Translator } from '../i18n/translator.js';
import type { FlowStore } from '../flow/flow-store.js';
import type { Logos } from './logo/logos.js';

/** Services that the root element provides to every element in it. The state itself is passed down as properties. */
export interface WidgetContext {
  readonly config: ParsedConfig;
  readonly translator: Translator;
  readonly store: Pick<FlowStore, 'shows' | 'breakDown'>;
  /** Undefined until the logos have loaded; empty if they could not be loaded. */
  readonly logos: Logos | undefined;
}

/**
 * Name of the event that reports a change of the context. It fires on the widget's shadow root, where the host does not
 * receive it.
 */
export const contextChange = 'upc-context-change';
