import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { emptyForm, type FormState } from '../forms/form.js';
import type { Payment, PaymentMethod, Session } from '@upc/contract/gateway';
import type { MethodForm } from '../forms/payment-method.js';
import type { Choice, Filling, PaymentResult, SecuredFieldsState, SessionState } from './session-state.js';

/** Everything that can happen to a session. */
export type SessionEvent =
  | { readonly type: 'loading' }
  | { readonly type: 'loaded'; readonly session: Session }
  | { readonly type: 'failed'; readonly error: PaymentWidgetError; readonly retryable: boolean }
  | { readonly type: 'refreshed'; readonly session: Session }
  | { readonly type: 'expiring' }
  | { readonly type: 'chosen'; readonly choice: Choice }
  | { readonly type: 'form-loaded'; readonly paymentMethod: PaymentMethod; readonly form: MethodForm }
  | {
      readonly type: 'secured-changed';
      readonly paymentMethod: PaymentMethod;
      readonly secured: SecuredFieldsState;
      readonly error?: PaymentWidgetError;
    }
  | { readonly type: 'form-changed'; readonly change: (form: FormState) => FormState }
  | { readonly type: 'rejected' }
  | { readonly type: 'reviewing' }
  | { readonly type: 'editing' }
  | { readonly type: 'listed'; readonly error?: PaymentWidgetError }
  | { readonly type: 'processing' }
  | { readonly type: 'awaiting'; readonly payment: Payment }
  | { readonly type: 'attempt-failed'; readonly error: PaymentWidgetError }
  | {
      readonly type: 'download';
      readonly payment: Payment;
      readonly url: string;
      readonly result: PaymentResult;
    }
  | { readonly type: 'succeeded'; readonly result: PaymentResult; readonly paymentMethod: PaymentMethod }
  | { readonly type: 'destroyed' };

/** Pure: the state after the event. An event that does not fit the state changes nothing. */
export function transition(state: SessionState, event: SessionEvent): SessionState {
  if (state.phase === 'destroyed') return state;
  switch (event.type) {
    case 'destroyed':
      return { phase: 'destroyed' };
    case 'loading':
      return { phase: 'loading' };
    case 'failed':
      return { phase: 'failed', error: event.error, retryable: event.retryable };
    case 'loaded':
      return { phase: 'choosing', session: event.session, forms: {}, expiresSoon: false };
    default:
      return 'session' in state ? openTransition(state, event) : state;
  }
}

type OpenState = Extract<SessionState, { readonly session: Session }>;
type OpenEvent = Exclude<SessionEvent, { type: 'destroyed' | 'loading' | 'failed' | 'loaded' }>;

function openTransition(state: OpenState, event: OpenEvent): SessionState {
  const { session, forms, expiresSoon } = state;
  const open = { session, forms, expiresSoon };
  switch (event.type) {
    case 'refreshed':
      return refresh(state, event.session);
    case 'expiring':
      return { ...state, expiresSoon: true };
    case 'chosen':
      return state.phase === 'choosing' || state.phase === 'filling' ? fill(open, event.choice) : state;
    case 'listed':
      return { ...open, phase: 'choosing', ...(event.error && { error: event.error }) };
    case 'processing':
      return state.phase === 'filling'
        ? { ...open, phase: 'processing', choice: state.choice, step: state.step }
        : state;
    case 'awaiting':
      return {
        ...open,
        phase: 'awaitingAction',
        payment: event.payment,
        ...('choice' in state && { choice: state.choice }),
      };
    case 'attempt-failed':
      return 'choice' in state
        ? { ...fill(open, state.choice), error: event.error }
        : { ...open, phase: 'choosing', error: event.error };
    case 'download': {
      const { payment, url, result } = event;
      return { ...open, phase: 'downloadingMandate', payment, url, result };
    }
    case 'succeeded':
      return { ...open, phase: 'succeeded', result: event.result, paymentMethod: event.paymentMethod };
    default:
      return state.phase === 'filling' ? fillingTransition(state, event) : state;
  }
}

/** The same session in another language: what was typed stays, what was accepted was another text. */
function refresh(state: OpenState, session: Session): SessionState {
  if (state.phase !== 'choosing' && state.phase !== 'filling') return state;
  const forms = Object.fromEntries(
    Object.entries(state.forms).map(([method, form]) => [method, { ...form, consents: {} }]),
  );
  return { ...state, session, forms };
}

type FillingEvent = Extract<
  OpenEvent,
  { type: 'form-loaded' | 'secured-changed' | 'form-changed' | 'rejected' | 'reviewing' | 'editing' }
>;

function fillingTransition(state: Filling, event: FillingEvent): SessionState {
  const { choice } = state;
  if (choice.kind === 'instrument') return state;
  const { paymentMethod } = choice.method;
  switch (event.type) {
    case 'form-loaded':
      return event.paymentMethod === paymentMethod
        ? { ...state, choice: { ...choice, form: event.form } }
        : state;
    case 'secured-changed': {
      if (event.paymentMethod !== paymentMethod) return state;
      const changed = { ...withoutError(state), choice: { ...choice, secured: event.secured } };
      return event.error ? { ...changed, error: event.error } : changed;
    }
    case 'form-changed':
      return withForm(state, paymentMethod, event.change);
    case 'rejected': {
      const rejected = withForm(state, paymentMethod, (form) => ({ ...form, submitted: true }));
      return { ...withoutError(rejected), step: 'form', rejections: state.rejections + 1 };
    }
    case 'reviewing':
      return { ...withoutError(state), step: 'review' };
    case 'editing':
      return { ...state, step: 'form' };
  }
}

type OpenPart = Pick<OpenState, 'session' | 'forms' | 'expiresSoon'>;

function fill(open: OpenPart, choice: Choice): Filling {
  return { ...open, phase: 'filling', choice, step: 'form', rejections: 0 };
}

function withForm(state: Filling, method: PaymentMethod, change: (form: FormState) => FormState): Filling {
  const form = change(state.forms[method] ?? emptyForm);
  return { ...state, forms: { ...state.forms, [method]: form } };
}

function withoutError(state: Filling): Filling {
  const { error: _, ...rest } = state;
  return rest;
}
