import type { OfferedPaymentMethod, PaymentMethod, Session } from '@upc/contract/gateway';
import type { ParsedConfig, PaymentState } from '../config/config.js';
import { emptyForm } from '../forms/form.js';
import { describeForm, type FormView } from '../forms/form-view.js';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';
import type { Choice, Filling, FlowState } from './flow-state.js';

export type EarlyKey = 'button.loading' | 'button.busy';
export type MethodRegistry = ReadonlyMap<PaymentMethod, PaymentMethodDefinition>;

/** Returns the methods that the session offers and this build can show, in the session's order. */
export function offeredMethods(
  session: Session,
  registry: MethodRegistry,
): readonly PaymentMethodDefinition[] {
  return session.paymentMethods.flatMap((offer) => registry.get(offer.paymentMethod) ?? []);
}

/** Returns the stored instruments that have not expired. */
export function usableInstruments(session: Session): Session['paymentInstruments'] {
  return session.paymentInstruments.filter((instrument) => !instrument.expired);
}

export function offerOf(session: Session, paymentMethod: PaymentMethod): OfferedPaymentMethod | undefined {
  return session.paymentMethods.find((offered) => offered.paymentMethod === paymentMethod);
}

export function methodOf(choice: Choice): PaymentMethod {
  return choice.kind === 'method' ? choice.method.paymentMethod : choice.paymentMethod;
}

/** Returns the offer through which wallets pay, if the page wants their buttons. */
export function expressOffer(
  session: Session,
  { featureFlags, hidePaymentButton }: ParsedConfig,
): OfferedPaymentMethod | false | undefined {
  return featureFlags.enableExpressCheckout && !hidePaymentButton && offerOf(session, 'CREDIT_CARD');
}

/** Returns the form of the chosen method, or undefined when none is open or its code is loading. */
export function formView(
  state: FlowState,
  { countryCode, customerFields, featureFlags: { hideMandateCheckbox } }: ParsedConfig,
): FormView | undefined {
  if (!('choice' in state) || state.choice?.kind !== 'method' || !state.choice.form) return undefined;
  const { session, forms } = state;
  const { method, form: fields } = state.choice;
  const { paymentMethod } = method;
  const offer = offerOf(session, paymentMethod);
  if (!offer) return undefined;
  const form = forms[paymentMethod] ?? emptyForm;
  const { texts } = form;
  return describeForm(
    fields,
    { session, offer, countryCode, hideMandateCheckbox, customerFields, texts },
    form,
  );
}

/** Applies the specification's rules for `isProcessing` and `canSubmit` to the current step. */
export function paymentState(state: FlowState, form: FormView | undefined): PaymentState {
  return {
    isProcessing:
      ['processing', 'awaitingAction', 'outcomeUnknown'].includes(state.phase) ||
      earlyKey(state) !== undefined,
    canSubmit: canSubmit(state, form),
  };
}

/** Returns whether the current form, or the provider's fields in it, are still loading. */
export function isFormLoading(state: FlowState): state is Filling {
  return (
    state.phase === 'filling' &&
    state.choice.kind === 'method' &&
    (!state.choice.form || state.choice.secured === 'loading')
  );
}

/** Returns whether the gateway has not yet confirmed the session. */
export function isProvisional(state: FlowState): boolean {
  return 'session' in state && state.isProvisional === true;
}

/** Returns the text for a button that was pressed before the form could be submitted. */
export function earlyKey(state: FlowState): EarlyKey | undefined {
  if (state.phase !== 'filling' || !state.isEarly) return undefined;
  return isFormLoading(state) ? 'button.loading' : 'button.busy';
}

function canSubmit(state: FlowState, form: FormView | undefined): boolean {
  if (state.phase === 'downloadingMandate') return true;
  if (state.phase !== 'filling') return false;
  const { choice, pause } = state;
  if (pause && !pause.isOver) return false;
  if (choice.kind === 'instrument' || state.step === 'review') return true;
  if (choice.secured !== undefined && choice.secured !== 'ready') return false;
  return form?.consents.every((consent) => consent.accepted) ?? false;
}
