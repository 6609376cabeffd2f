import type { PaymentState } from '../config/config.js';
import type { FormView } from '../forms/form-view.js';
import type { PaymentMethod, Session } from '@upc/contract/gateway';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';
import type { Filling, FlowState } from './flow-state.js';

export type MethodRegistry = ReadonlyMap<PaymentMethod, PaymentMethodDefinition>;

/** The methods that the session offers and this build can show, in the session's order. */
export function offeredMethods(
  session: Session,
  registry: MethodRegistry,
): readonly PaymentMethodDefinition[] {
  return session.paymentMethods.flatMap((offer) => registry.get(offer.paymentMethod) ?? []);
}

/** Stored instruments that can still be paid with. */
export function usableInstruments(session: Session): Session['paymentInstruments'] {
  return session.paymentInstruments.filter((instrument) => !instrument.expired);
}

/** The specification's rules of `canSubmit`, for the present step. */
export function paymentState(state: FlowState, form: FormView | undefined): PaymentState {
  return {
    isProcessing: ['processing', 'awaitingAction', 'outcomeUnknown'].includes(state.phase) || isEarly(state),
    canSubmit: canSubmit(state, form),
  };
}

/** The form that is shown, or the provider's fields in it, are on their way. */
export function isFormLoading(state: FlowState): state is Filling {
  return (
    state.phase === 'filling' &&
    state.choice.kind === 'method' &&
    (!state.choice.form || state.choice.secured === 'loading')
  );
}

/** The button was pressed, and what it submits is on its way. */
export function isEarly(state: FlowState): boolean {
  return isFormLoading(state) && state.isEarly === true;
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
