import { type CSSResultOrNative, LitElement } from 'lit';
import type { ParsedConfig } from '../config/config.js';
import type { TextKey } from '../i18n/text-keys.js';
import type { TextParams, Translator } from '../i18n/translator.js';
import { contextChange, type WidgetContext } from './widget-context.js';

/**
 * An element inside the widget. It renders into itself: the widget has one shadow root, so that forms, labels,
 * radio groups and links from an error to its field work across elements.
 */
export abstract class WidgetElement extends LitElement {
  #root: ShadowRoot | undefined;

  protected get translator(): Translator {
    return this.#context.translator;
  }

  protected get config(): ParsedConfig {
    return this.#context.config;
  }

  /** The root element owns the one shadow root, so whoever stands in it knows where to ask. */
  get #context(): WidgetContext {
    const host = this.#root?.host;
    if (!host || !('translator' in host))
      throw new Error(`<${this.localName}> works inside <upc-payment-widget> only.`);
    return host as unknown as WidgetContext;
  }

  /** An element that is fetched when it is needed brings its styles along, into the widget's one shadow root. */
  override connectedCallback(): void {
    const root = this.getRootNode();
    this.#root = root instanceof ShadowRoot ? root : undefined;
    super.connectedCallback();
    if (!this.#root) return;
    this.#root.addEventListener(contextChange, this);
    this.#adoptStyles(this.#root);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#root?.removeEventListener(contextChange, this);
  }

  /** The context has changed. */
  handleEvent(): void {
    this.requestUpdate();
  }

  #adoptStyles(root: ShadowRoot): void {
    const own = (this.constructor as typeof LitElement).elementStyles.flatMap(sheetOf);
    const added = own.filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
    if (added.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...added];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** A text by its key; empty when the host has hidden it. */
  protected t(key: TextKey, params?: TextParams): string {
    return this.translator.t(key, params);
  }
}

function sheetOf(style: CSSResultOrNative): readonly CSSStyleSheet[] {
  const sheet = style instanceof CSSStyleSheet ? style : style.styleSheet;
  return sheet ? [sheet] : [];
}
