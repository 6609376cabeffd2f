import { html, LitElement, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import styles from './payment-widget.css?inline';
import type { ParsedConfig } from '../../config/config.js';
import type { Translator } from '../../i18n/translator.js';
import { whenLoaded } from '../../core/when-loaded.js';
import { loadRedirect } from '../redirect/load-redirect.js';
import type { AwaitingAction, FlowState } from '../../flow/flow-state.js';
import type { FlowStore } from '../../flow/flow-store.js';
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
import { media } from '../../core/media.js';
import type { Logos } from '../logo/logos.js';
import { property } from '../property.js';
import { contextChange, type WidgetContext } from '../widget-context.js';
import { announcement } from './announcement.js';
import { sharedStyles } from './shared-styles.js';
import { warnOfElement } from './warn-of-element.js';

/**
 * The widget: one shadow root, which everything in it renders into. It alone turns request events into actions of
 * the session. `init` makes it and sets its properties before it is connected.
 *
 * @summary The payment widget.
 * @csspart title - name of the only method
 * @csspart row - a row of the list
 * @csspart row-chosen - the chosen one, with its form in it
 * @csspart label - label of a field
 * @csspart input - field to type into or to choose from
 * @csspart hint - below a field
 * @csspart message - below a field: what is wrong, or right again
 * @csspart mandate - text that the person agrees to, with its facts
 * @csspart notice - what went wrong, and the summary of errors
 * @csspart button - main button of a step; those of PayPal, iDEAL and TWINT look as their brands ask
 */
export class PaymentWidgetElement extends LitElement implements WidgetContext {
  static override readonly styles = unsafeCSS(sharedStyles + styles);

  @property store!: FlowStore;
  /** The store's, so that what renders from it renders again when it changes. */
  @property config!: ParsedConfig;
  @property translator!: Translator;
  #logos: Logos = {};
  #connection = new AbortController();
  #phase: FlowState['phase'] = 'loading';
  #hadFocus = false;
  #isFetching = false;
  #isPointerDown = false;
  #leftFields: readonly string[] = [];

  get logos(): Logos {
    return this.#logos;
  }

  /**
   * Nothing but what shows them renders again. A widget that was removed before its logos were defined holds plain
   * elements, which no browser upgrades any more; `:defined` does not tell them apart in jsdom.
   */
  set logos(logos: Logos) {
    this.#logos = logos;
    this.shadowRoot
      ?.querySelectorAll<Element & Partial<Pick<LitElement, 'requestUpdate'>>>('upc-logo')
      .forEach((logo) => logo.requestUpdate?.());
  }

  override connectedCallback(): void {
    // An element that a page has written or cloned has no store; without Lit's part it never renders.
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
        this.requestUpdate();
        this.#changeContext();
      }),
    ];
    signal.addEventListener('abort', () => unsubscribes.forEach((unsubscribe) => unsubscribe()));
    this.addEventListener('pointerdown', () => (this.#isPointerDown = true), { signal });
    for (const end of ['pointerup', 'pointercancel']) {
      window.addEventListener(end, () => this.#handlePointerEnd(), { signal });
    }
    // A page may follow what the person prefers; the tones follow the page.
    for (const preference of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
      media(preference)?.addEventListener?.('change', () => this.#applyTheme(), { signal });
    }
    // Changes from while the element was nowhere, or moved within the page.
    this.store.resume();
    this.#follow();
  }

  /** A host that moves the element puts it back at once. A provider's frame is lost even so. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection.abort();
    const store = this.store as FlowStore | undefined;
    if (this.childElementCount > 0) store?.suspend();
    else queueMicrotask(() => this.isConnected || store?.suspend());
  }

  /** For `moveBefore`, which removes nothing: frames keep running. */
  connectedMoveCallback(): void {
    // Nothing to do; without this the browser would call the two above.
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
    // The view that takes the focus over may come later than its phase.
    if (isNew || !this.#isFetching) {
      this.#hadFocus = isNew && (this.shadowRoot?.activeElement ?? null) !== null;
    }
    this.#phase = phase;
    this.#isFetching = isRedirect(state) && !customElements.get('upc-redirect');
    if (this.#isFetching) this.#fetchRedirect();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('config') && changed.get('config')?.styling !== this.config.styling) this.#applyTheme();
  }

  protected override render(): TemplateResult {
    const state = this.translator.isReady ? this.store.getSnapshot() : ({ phase: 'loading' } as const);
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

  #follow(): void {
    this.config = this.store.config;
    this.requestUpdate();
  }

  #applyTheme(): void {
    applyTheme(this, this.config.styling);
    if (!this.config.devMode) return;
    // For devMode alone, so that it is fetched for devMode alone; without it nothing is lost but the warning.
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
        return html`<upc-method-list .state=${state} .form=${this.store.getForm()}></upc-method-list>`;
      case 'awaitingAction':
        return this.#waiting(state);
      case 'outcomeUnknown':
        return html`<upc-outcome-unknown
          .payment=${state.payment}
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

  /** The way to another page is fetched when it is needed; out of reach, the payment is followed all the same. */
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

  /** Told early enough to finish (WCAG 2.2, 2.2.1); a session cannot be prolonged. */
  #expiry(state: FlowState): TemplateResult | typeof nothing {
    if ((state.phase !== 'choosing' && state.phase !== 'filling') || !state.expiresSoon) return nothing;
    const time = this.translator.time(new Date(state.session.tokenValidUntil));
    const text = this.translator.t('expiry.until', { time });
    return text ? html`<p class="note note-expiry">${text}</p>` : nothing;
  }

  /** The button goes with what it tries again: the focus stays in the widget, where Tab continues. */
  readonly #handleRetry = (): void => {
    if (this.store.getSnapshot().phase !== 'outcomeUnknown')
      this.shadowRoot?.querySelector<HTMLElement>('.upc')?.focus();
    this.store.retry();
  };

  /** The outcome is in the state, and the host hears of it by its callbacks. */
  readonly #handleSubmitRequest = (): void => {
    this.store.submit().catch(() => undefined);
  };

  /**
   * A field that is left by pressing something counts as left when the press is over: its error would otherwise
   * move the button away from under the pointer, and the click with it.
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
    // After the click that follows in the same turn.
    setTimeout(() => left.forEach((field) => this.store.leaveField(field)));
  }
}

function isRedirect(state: FlowState): boolean {
  return state.phase === 'awaitingAction' && state.payment.nextAction?.type === 'REDIRECT';
}
