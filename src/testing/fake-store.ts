import type { ParsedConfig, PaymentState } from '../config/config.js';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { FormView } from '../forms/form-view.js';
import type { PaymentMethod } from '@upc/contract/gateway';
import { formView, paymentState } from '../flow/selectors.js';
import type { PaymentResult, FlowState } from '../flow/flow-state.js';
import type { FlowStore } from '../flow/flow-store.js';

/** An action that an element called. */
export type RecordedAction = readonly [name: string, ...args: readonly unknown[]];

/** A store that never changes on its own. It shows the given state and records the actions requested. */
export class FakeStore implements FlowStore {
  readonly actions: RecordedAction[] = [];
  isSuspended = false;
  readonly #listeners = new Set<() => void>();
  #state: FlowState;
  config: ParsedConfig;

  constructor(state: FlowState, config: ParsedConfig) {
    this.#state = state;
    this.config = config;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  show(state: FlowState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }

  configure(config: ParsedConfig): void {
    this.config = config;
    for (const listener of [...this.#listeners]) listener();
  }

  getSnapshot(): FlowState {
    return this.#state;
  }

  getForm(): FormView | undefined {
    return formView(this.#state, this.config);
  }

  getPaymentState(): PaymentState {
    return paymentState(this.#state, this.getForm());
  }

  shows(error: PaymentWidgetError): boolean {
    const { onError } = this.config;
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

  breakDown(thrown: unknown): void {
    throw thrown;
  }

  retry(): void {
    this.actions.push(['retry']);
  }

  reconnect(): void {
    this.actions.push(['reconnect']);
  }

  submit(): Promise<PaymentResult | undefined> {
    this.actions.push(['submit']);
    return Promise.resolve(undefined);
  }
}
