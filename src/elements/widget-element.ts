import { ContextConsumer } from '@lit/context';
import { type CSSResultOrNative, LitElement } from 'lit';
import type { ParsedConfig } from '../api/config.js';
import type { TextParams, Translator } from '../i18n/translator.js';
import { configContext, translatorContext } from '../session/contexts.js';

/**
 * An element inside the widget. It renders into itself: the widget has one shadow root, so that forms, labels,
 * radio groups and links from an error to its field work across elements.
 */
export abstract class WidgetElement extends LitElement {
  readonly #translator = new ContextConsumer(this, { context: translatorContext, subscribe: true });
  readonly #config = new ContextConsumer(this, { context: configContext, subscribe: true });

  protected get translator(): Translator {
    return given(this.#translator.value, this.localName);
  }

  protected get config(): ParsedConfig {
    return given(this.#config.value, this.localName);
  }

  /** An element that is fetched when it is needed brings its styles along, into the widget's one shadow root. */
  override connectedCallback(): void {
    super.connectedCallback();
    const root = this.getRootNode();
    if (!(root instanceof ShadowRoot)) return;
    const own = (this.constructor as typeof LitElement).elementStyles.flatMap(sheetOf);
    const added = own.filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
    if (added.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...added];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** A text by its key; empty when the host has hidden it. */
  protected t(key: string, params?: TextParams): string {
    return this.translator.t(key, params);
  }
}

function sheetOf(style: CSSResultOrNative): readonly CSSStyleSheet[] {
  const sheet = style instanceof CSSStyleSheet ? style : style.styleSheet;
  return sheet ? [sheet] : [];
}

function given<T>(value: T | undefined, element: string): T {
  if (value === undefined) throw new Error(`<${element}> works inside <upc-payment-widget> only.`);
  return value;
}
