import { LitElement } from 'lit';
import type { ParsedConfig } from '../config/config.js';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { TextKey } from '../i18n/text-keys.js';
import type { TextParams } from '../i18n/text-engine.js';
import type { Translator } from '../i18n/translator.js';
import type { Logos } from './logo/logos.js';
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

  protected get logos(): Logos {
    return this.#context.logos;
  }

  /** The root element owns the one shadow root, so whoever is in it knows where to ask. */
  get #context(): WidgetContext {
    const host = this.#root?.host;
    if (!host || !('translator' in host))
      throw new Error(`<${this.localName}> works inside <upc-payment-widget> only.`);
    return host as unknown as WidgetContext;
  }

  /** The first element of a kind brings its styles into the widget's one shadow root, before it renders. */
  override connectedCallback(): void {
    const root = this.getRootNode();
    this.#root = root instanceof ShadowRoot ? root : undefined;
    super.connectedCallback();
    if (!this.#root) return;
    this.#root.addEventListener(contextChange, this);
    const { adoptedStyleSheets } = this.#root;
    for (const style of (this.constructor as typeof LitElement).elementStyles) {
      const sheet = style instanceof CSSStyleSheet ? style : style.styleSheet;
      if (sheet && !adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#root?.removeEventListener(contextChange, this);
  }

  /** A fault while rendering is the widget's own: it never ends in the console of the page. */
  protected override performUpdate(): void {
    try {
      super.performUpdate();
    } catch (thrown) {
      this.#context.store.breakDown(thrown);
    }
  }

  /** The context has changed. */
  handleEvent(): void {
    this.requestUpdate();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** The error, if it is shown here and not by the host alone. */
  protected shown(error: PaymentWidgetError | undefined): PaymentWidgetError | undefined {
    return error && this.#context.store.shows(error) ? error : undefined;
  }

  /** A text by its key; empty when the host has hidden it. */
  protected t(key: TextKey, params?: TextParams): string {
    return this.translator.t(key, params);
  }
}
