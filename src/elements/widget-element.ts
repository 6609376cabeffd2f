import { LitElement } from 'lit';
import type { ParsedConfig } from '../config/config.js';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { TextKey } from '../i18n/text-keys.js';
import type { TextParams } from '../i18n/plurals.js';
import type { Translator } from '../i18n/translator.js';
import type { Logos } from './logo/logos.js';
import { contextChange, type WidgetContext } from './widget-context.js';

/**
 * An element inside the widget. It renders into itself. Since the widget has only one shadow root, forms, labels, radio
 * groups and links from an error to its field work across elements.
 */
export abstract class WidgetElement extends LitElement {
  #root: ShadowRoot | undefined;

  protected get translator(): Translator {
    return this.#context.translator;
  }

  protected get config(): ParsedConfig {
    return this.#context.config;
  }

  protected get logos(): Logos | undefined {
    return this.#context.logos;
  }

  /** Returns the root element, which owns the only shadow root and is therefore its host. */
  get #context(): WidgetContext {
    const host = this.#root?.host;
    if (!host || !('translator' in host))
      throw new Error(`<${this.localName}> works inside <upc-payment-widget> only.`);
    return host as unknown as WidgetContext;
  }

  /** Adds the styles of the first element of a kind to the widget's shadow root before it renders. */
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

  /** Turns a rendering error into the widget's error state, so that it does not end in the page's console. */
  protected override performUpdate(): void {
    try {
      super.performUpdate();
    } catch (thrown) {
      this.#context.store.breakDown(thrown);
    }
  }

  /** Handles a change of the context. */
  handleEvent(): void {
    this.requestUpdate();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Returns the error if the widget, rather than only the host, shows it. */
  protected shown(error: PaymentWidgetError | undefined): PaymentWidgetError | undefined {
    return error && this.#context.store.shows(error) ? error : undefined;
  }

  /** Returns a text by its key; empty when the host has hidden it. */
  protected t(key: TextKey, params?: TextParams): string {
    return this.translator.t(key, params);
  }
}
