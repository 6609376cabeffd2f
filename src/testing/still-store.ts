import type { ParsedConfig, PaymentState } from '../config/config.js';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { emptyForm } from '../forms/form.js';
import { describeForm, type FormView } from '../forms/form-view.js';
import type { PaymentMethod } from '@upc/contract/gateway';
import { paymentState } from '../flow/selectors.js';
import type { PaymentResult, FlowState } from '../flow/flow-state.js';
import type { FlowStore } from '../flow/flow-store.js';

/** A call of an action, as the elements made it. */
export type RecordedAction = readonly [name: string, ...args: readonly unknown[]];

/** A session that does not move: it shows the state it is given and remembers what it was asked for. */
export class StillStore implements FlowStore {
  readonly actions: RecordedAction[] = [];
  isSuspended = false;
  readonly #listeners = new Set<() => void>();
  #state: FlowState;
  #config: ParsedConfig;

  constructor(state: FlowState, config: ParsedConfig) {
    this.#state = state;
    this.#config = config;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  show(state: FlowState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }

  getSnapshot(): FlowState {
    return this.#state;
  }

  getForm(): FormView | undefined {
    const state = this.#state;
    if (!('choice' in state) || state.choice.kind !== 'method' || !state.choice.form) return undefined;
    const { method, form } = state.choice;
    const offer = state.session.paymentMethods.find((item) => item.paymentMethod === method.paymentMethod);
    if (!offer) return undefined;
    const formState = state.forms[method.paymentMethod] ?? emptyForm;
    const { countryCode, customerFields, featureFlags } = this.#config;
    const { hideMandateCheckbox } = featureFlags;
    const { session } = state;
    const { texts } = formState;
    return describeForm(
      form,
      { session, offer, countryCode, customerFields, hideMandateCheckbox, texts },
      formState,
    );
  }

  getPaymentState(): PaymentState {
    return paymentState(this.#state, this.getForm());
  }

  shows(error: PaymentWidgetError): boolean {
    const { onError } = this.#config;
    return !onError || onError(error) === 'show';
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  chooseMethod(paymentMethod: PaymentMethod): void {
    this.actions.push(['chooseMethod', paymentMethod]);
  }

  chooseInstrument(token: string): void {
    this.actions.push(['chooseInstrument', token]);
  }

  removeInstrument(token: string): void {
    this.actions.push(['removeInstrument', token]);
  }

  changeField(name: string, text: string): void {
    this.actions.push(['changeField', name, text]);
  }

  leaveField(name: string): void {
    this.actions.push(['leaveField', name]);
  }

  focusSecured(field: string): void {
    this.actions.push(['focusSecured', field]);
  }

  changeConsent(name: string, accepted: boolean): void {
    this.actions.push(['changeConsent', name, accepted]);
  }

  changeSaving(save: boolean): void {
    this.actions.push(['changeSaving', save]);
  }

  changeSignature(svg: string | undefined): void {
    this.actions.push(['changeSignature', svg]);
  }

  back(): void {
    this.actions.push(['back']);
  }

  suspend(): void {
    this.isSuspended = true;
  }

  resume(): void {
    this.isSuspended = false;
  }

  retry(): void {
    this.actions.push(['retry']);
  }

  submit(): Promise<PaymentResult | undefined> {
    this.actions.push(['submit']);
    return Promise.resolve(undefined);
  }
}
