import { html, LitElement, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import styles from './payment-widget.css?inline';
import type { ParsedConfig } from '../../config/config.js';
import type { Translator } from '../../i18n/translator.js';
import { whenLoaded } from '../../core/when-loaded.js';
import { loadRedirect } from '../redirect/load-redirect.js';
import type { AwaitingAction, FlowState } from '../../flow/flow-state.js';
import type { FlowStore } from '../../flow/flow-store.js';
import { expressOffer } from '../../flow/selectors.js';
import { applyTheme } from '../../theme/apply-theme.js';
import type {
  ConsentChangeEvent,
  FieldBlurEvent,
  FieldInputEvent,
  InstrumentRemoveEvent,
  InstrumentSelectEvent,
  MethodSelectEvent,
  SavingChangeEvent,
  SecuredFocusEvent,
  SignatureChangeEvent,
} from '../request-events.js';
import type { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import { COLOR_PREFERENCES, media } from '../../core/media.js';
import type { Logos } from '../logo/logos.js';
import { property } from '../property.js';
import { contextChange, type WidgetContext } from '../widget-context.js';
import { announcement } from './announcement.js';
import { sharedStyles } from './shared-styles.js';
import { warnOfElement } from './warn-of-element.js';

/**
 * The widget. All its elements render into one shadow root. Only this element turns request events into actions of the
 * session. `init` creates it and sets its properties before it is connected.
 *
 * @summary The payment widget.
 * @csspart title - name of the only method
 * @csspart row - row of the list
 * @csspart row-chosen - chosen row, which contains its form
 * @csspart label - label of a field
 * @csspart input - text input or select
 * @csspart hint - hint below a field
 * @csspart message - message below a field: its error, or a note that it is corrected
 * @csspart mandate - text that the person agrees to, with its facts
 * @csspart notice - error notice, and the summary of errors
 * @csspart button - main button of a step; the buttons of PayPal, iDEAL and TWINT follow their brands' rules
 */
export class PaymentWidgetElement extends LitElement implements WidgetContext {
  static override readonly styles = unsafeCSS(sharedStyles + styles);

  @property store!: FlowStore;
  /** Copy of the store's configuration, so that a change causes a new rendering. */
  @property config!: ParsedConfig;
  @property translator!: Translator;
  #logos: Logos | undefined;
  #connection = new AbortController();
  #phase: FlowState['phase'] = 'loading';
  #hadFocus = false;
  #isFetching = false;
  #isPointerDown = false;
  #leftFields: readonly string[] = [];
  /** Ends the wait for the first rendering. */
  #begin: () => void = () => undefined;

  get logos(): Logos | undefined {
    return this.#logos;
  }

  /**
   * Renders only the logos again. A widget that was removed before logos were defined contains plain elements, which
   * browsers no longer upgrade. jsdom's `:defined` does not exclude them.
   */
  set logos(logos: Logos | undefined) {
    this.#logos = logos;
    this.shadowRoot
      ?.querySelectorAll<Element & Partial<Pick<LitElement, 'requestUpdate'>>>('upc-logo')
      .forEach((logo) => logo.requestUpdate?.());
  }

  override connectedCallback(): void {
    // An element that a page has written in HTML or cloned has no store. Without Lit's `connectedCallback` it never
    // renders.
    if (!(this.store as FlowStore | undefined)) {
      warnOfElement();
      return;
    }
    super.connectedCallback();
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    const unsubscribes = [
      this.store.subscribe(() => this.#follow()),
      this.translator.subscribe(() => {
        this.#requestUpdate();
        this.#changeContext();
      }),
    ];
    signal.addEventListener('abort', () => unsubscribes.forEach((unsubscribe) => unsubscribe()));
    this.addEventListener('pointerdown', () => (this.#isPointerDown = true), { signal });
    for (const end of ['pointerup', 'pointercancel']) {
      window.addEventListener(end, () => this.#handlePointerEnd(), { signal });
    }
    window.addEventListener('online', this.#handleOnline, { signal });
    for (const preference of COLOR_PREFERENCES) {
      media(preference)?.addEventListener?.('change', () => this.#applyTheme(), { signal });
    }
    // Catches up on changes from while the element was disconnected or moved.
    this.store.resume();
    this.#follow();
  }

  /**
   * Suspends the flow unless a host that moves the element puts it back immediately. A provider's frame is lost even
   * then.
   */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection.abort();
    const store = this.store as FlowStore | undefined;
    if (this.childElementCount > 0) store?.suspend();
    else queueMicrotask(() => this.isConnected || store?.suspend());
  }

  /** Lets `moveBefore` move the element without removing it, so that frames keep running. */
  connectedMoveCallback(): void {
    // Nothing has to be done. Without this method the browser would call the two callbacks above.
  }

  /**
   * Waits with the first rendering until there is more to show than the skeleton, at most until the next frame. If the
   * session is known, no skeleton is rendered that would be replaced before anyone sees it.
   */
  protected override scheduleUpdate(): ReturnType<LitElement['scheduleUpdate']> {
    const isHidden = document.hidden || typeof requestAnimationFrame === 'undefined';
    if (this.hasUpdated || isHidden || this.#shownState.phase !== 'loading') return super.scheduleUpdate();
    const begun = new Promise<void>((resolve) => {
      this.#begin = resolve;
      requestAnimationFrame(() => resolve());
    });
    return begun.then(() => super.scheduleUpdate());
  }

  protected override performUpdate(): void {
    try {
      super.performUpdate();
    } catch (thrown) {
      this.store.breakDown(thrown);
    }
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.size > 0) this.#changeContext();
    const state = this.store.getSnapshot();
    const { phase } = state;
    const isNew = phase !== this.#phase;
    // The element that takes over the focus may load later than its phase begins.
    if (isNew || !this.#isFetching) {
      // A provider's frame, which may have the focus, is not in the shadow root.
      this.#hadFocus = isNew && this.matches(':focus-within');
    }
    this.#phase = phase;
    this.#isFetching = isRedirect(state) && !customElements.get('upc-redirect');
    if (this.#isFetching) this.#fetchRedirect();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('config') && changed.get('config')?.styling !== this.config.styling) this.#applyTheme();
  }

  protected override render(): TemplateResult {
    const state = this.#shownState;
    const { store, translator } = this;
    return html`
      <div
        class="upc"
        lang=${translator.lang}
        @upc-method-select=${(event: MethodSelectEvent) => store.chooseMethod(event.paymentMethod)}
        @upc-instrument-select=${(event: InstrumentSelectEvent) => store.chooseInstrument(event.token)}
        @upc-instrument-remove=${(event: InstrumentRemoveEvent) => store.removeInstrument(event.token)}
        @upc-field-input=${(event: FieldInputEvent) => store.changeField(event.field, event.text)}
        @upc-field-blur=${this.#handleFieldBlur}
        @upc-secured-focus=${(event: SecuredFocusEvent) => store.focusSecured(event.field)}
        @upc-consent-change=${(event: ConsentChangeEvent) => store.changeConsent(event.consent, event.accepted)}
        @upc-saving-change=${(event: SavingChangeEvent) => store.changeSaving(event.save)}
        @upc-signature-change=${(event: SignatureChangeEvent) => store.changeSignature(event.svg)}
        @upc-back=${() => store.back()}
        tabindex="-1"
        @upc-retry=${this.#handleRetry}
        @upc-submit-request=${this.#handleSubmitRequest}
      >
        <upc-live-region
          .announcement=${announcement(state, store.getForm(), translator, (error) => store.shows(error))}
        ></upc-live-region>
        ${this.#expiry(state)}${this.#view(state)}
      </div>
    `;
  }

  /** State as far as it can be shown: nothing can be shown without texts. */
  get #shownState(): FlowState {
    return this.translator.isReady ? this.store.getSnapshot() : { phase: 'loading' };
  }

  #follow(): void {
    this.config = this.store.config;
    this.#requestUpdate();
  }

  #requestUpdate(): void {
    this.requestUpdate();
    if (this.#shownState.phase !== 'loading') this.#begin();
  }

  #applyTheme(): void {
    applyTheme(this, this.config.styling);
    if (!this.config.devMode) return;
    // The warnings load in devMode only. If they cannot be loaded, only the warnings are missing.
    whenLoaded(import('../../theme/warn-of-style.js'), ({ warnOfContrast, warnOfProperties }) => {
      warnOfContrast(this);
      warnOfProperties(this);
    });
  }

  #shown(error: PaymentWidgetError): PaymentWidgetError | undefined {
    return this.store.shows(error) ? error : undefined;
  }

  #changeContext(): void {
    this.shadowRoot?.dispatchEvent(new Event(contextChange));
  }

  #view(state: FlowState): TemplateResult | typeof nothing {
    switch (state.phase) {
      case 'loading':
        return html`<upc-skeleton .shape=${'list'}></upc-skeleton>`;
      case 'choosing':
      case 'filling':
      case 'processing':
        return html`${
            state.express !== false && expressOffer(state.session, this.config)
              ? html`<upc-express .state=${state}></upc-express>`
              : nothing
          }<upc-method-list .state=${state} .form=${this.store.getForm()}></upc-method-list>`;
      case 'awaitingAction':
        return this.#waiting(state);
      case 'outcomeUnknown':
        return html`<upc-outcome-unknown
          .state=${state}
          .takesFocus=${this.#hadFocus}
        ></upc-outcome-unknown>`;
      case 'downloadingMandate':
        return html`<upc-mandate-download
          .paymentMethod=${state.payment.paymentMethod}
          .url=${state.url}
          .takesFocus=${this.#hadFocus}
        ></upc-mandate-download>`;
      case 'succeeded':
        return html`<upc-success .state=${state} .takesFocus=${this.#hadFocus}></upc-success>`;
      case 'failed':
        if (state.retryable)
          return html`<upc-notice .error=${this.#shown(state.error)} .retryable=${true}></upc-notice>`;
        return this.#shown(state.error)
          ? html`<upc-session-ended .error=${state.error} .takesFocus=${this.#hadFocus}></upc-session-ended>`
          : nothing;
      default:
        return nothing;
    }
  }

  /** Loads the redirect code on demand. If that fails, the payment is still followed. */
  #fetchRedirect(): void {
    whenLoaded(loadRedirect(), () => this.requestUpdate());
  }

  #waiting(state: AwaitingAction): TemplateResult {
    const { session, payment } = state;
    if (this.#isFetching) return html`<upc-skeleton></upc-skeleton>`;
    return isRedirect(state)
      ? html`<upc-redirect
          .session=${session}
          .payment=${payment}
          .takesFocus=${this.#hadFocus}
        ></upc-redirect>`
      : html`<upc-waiting
          .session=${session}
          .payment=${payment}
          .takesFocus=${this.#hadFocus}
        ></upc-waiting>`;
  }

  /**
   * Renders the warning that the session will expire, early enough to finish (WCAG 2.2, 2.2.1). A session cannot be
   * extended.
   */
  #expiry(state: FlowState): TemplateResult | typeof nothing {
    if ((state.phase !== 'choosing' && state.phase !== 'filling') || !state.expiresSoon) return nothing;
    const time = this.translator.time(new Date(state.session.tokenValidUntil));
    const text = this.translator.t('expiry.until', { time });
    return text ? html`<p class="note note-expiry">${text}</p>` : nothing;
  }

  /** Retries. The button disappears with the view, so the focus moves to the widget, from where Tab continues. */
  readonly #handleRetry = (): void => {
    if (this.store.getSnapshot().phase !== 'outcomeUnknown') this.#holdFocus();
    this.store.retry();
  };

  /** Continues after the connection has returned, as the error for being offline promises. */
  readonly #handleOnline = (): void => {
    if (this.shadowRoot?.activeElement?.closest('upc-notice')) this.#holdFocus();
    this.store.reconnect();
  };

  #holdFocus(): void {
    this.shadowRoot?.querySelector<HTMLElement>('.upc')?.focus();
  }

  /** Submits. The state contains the outcome, and the callbacks report it to the host. */
  readonly #handleSubmitRequest = (): void => {
    this.store.submit().catch(() => undefined);
  };

  /**
   * Marks a field as left. If the person left it by pressing something, this happens after the press. Otherwise the
   * field's error would move the button away from under the pointer, and the click would miss it.
   */
  readonly #handleFieldBlur = ({ field }: FieldBlurEvent): void => {
    if (this.#isPointerDown) this.#leftFields = [...this.#leftFields, field];
    else this.store.leaveField(field);
  };

  #handlePointerEnd(): void {
    if (!this.#isPointerDown) return;
    this.#isPointerDown = false;
    const left = this.#leftFields;
    this.#leftFields = [];
    // The click follows in the same task and must come first.
    setTimeout(() => left.forEach((field) => this.store.leaveField(field)));
  }
}

function isRedirect(state: FlowState): boolean {
  return state.phase === 'awaitingAction' && state.payment.nextAction?.type === 'REDIRECT';
}
