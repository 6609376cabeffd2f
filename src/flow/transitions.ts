import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { emptyForm, type FormState } from '../forms/form.js';
import type { Payment, PaymentMethod, Session } from '@upc/contract/gateway';
import type { MethodForm } from '../forms/payment-method.js';
import type { Choice, Filling, Pause, PaymentResult, SecuredFieldsState, FlowState } from './flow-state.js';
import { methodOf, offerOf, usableInstruments } from './selectors.js';
import type { SessionChanges } from './session-changes.js';

/** Events that may change the state of a flow. */
export type FlowEvent =
  | { readonly type: 'loading' }
  | { readonly type: 'loaded'; readonly session: Session; readonly isProvisional?: boolean }
  | { readonly type: 'failed'; readonly error: PaymentWidgetError; readonly retryable: boolean }
  | { readonly type: 'refreshed'; readonly session: Session; readonly changes?: SessionChanges }
  | { readonly type: 'expiring' }
  | { readonly type: 'chosen'; readonly choice: Choice }
  | { readonly type: 'form-loaded'; readonly paymentMethod: PaymentMethod; readonly form: MethodForm }
  | {
      readonly type: 'secured-changed';
      readonly paymentMethod: PaymentMethod;
      readonly secured: SecuredFieldsState;
      readonly error?: PaymentWidgetError;
    }
  | { readonly type: 'express-changed'; readonly express: boolean | undefined }
  | { readonly type: 'form-changed'; readonly change: (form: FormState) => FormState }
  | { readonly type: 'pressed-early' }
  | { readonly type: 'press-dropped' }
  | { readonly type: 'rejected' }
  | { readonly type: 'reviewing' }
  | { readonly type: 'back' }
  | {
      readonly type: 'form-failed';
      readonly paymentMethod: PaymentMethod;
      readonly error: PaymentWidgetError;
    }
  | { readonly type: 'processing' }
  | { readonly type: 'awaiting'; readonly payment: Payment }
  | { readonly type: 'unknown'; readonly payment: Payment }
  | { readonly type: 'paused'; readonly pause: Pause }
  | { readonly type: 'resumed' }
  | { readonly type: 'reconnected' }
  | { readonly type: 'attempt-failed'; readonly error: PaymentWidgetError }
  | {
      readonly type: 'download';
      readonly payment: Payment;
      readonly url: string;
      readonly result: PaymentResult;
    }
  | { readonly type: 'succeeded'; readonly result: PaymentResult; readonly paymentMethod: PaymentMethod }
  | { readonly type: 'destroyed' };

type Phase = FlowState['phase'];
type StateOf<P extends Phase> = Extract<FlowState, { readonly phase: P }>;
type EventOf<T extends FlowEvent['type']> = Extract<FlowEvent, { readonly type: T }>;
type Handlers<P extends Phase> = {
  readonly [T in FlowEvent['type']]?: (state: StateOf<P>, event: EventOf<T>) => FlowState;
};

/**
 * Returns the state after an event, without side effects. Events that the current phase does not handle change nothing.
 */
export function transition(state: FlowState, event: FlowEvent): FlowState {
  const handle = table[state.phase][event.type] as
    | ((state: FlowState, event: FlowEvent) => FlowState)
    | undefined;
  return handle ? handle(state, event) : state;
}

/** Transitions of a phase in which a payment may be in progress. */
const underWay = {
  expiring: expire,
  awaiting: (state: UnderWay, { payment }: EventOf<'awaiting'>) =>
    ({ ...pending(state), phase: 'awaitingAction', payment }) as const,
  unknown: (state: UnderWay, { payment }: EventOf<'unknown'>) =>
    ({ ...pending(state), phase: 'outcomeUnknown', payment }) as const,
  'attempt-failed': (state: UnderWay, { error }: EventOf<'attempt-failed'>) => ({ ...reopen(state), error }),
  download: (state: UnderWay, { payment, url, result }: EventOf<'download'>) =>
    ({ ...open(state), phase: 'downloadingMandate', payment, url, result }) as const,
  succeeded: succeed,
  destroyed: destroy,
  failed: fail,
};

/** Transitions of the list and a form, from which a payment may start. */
const ready = {
  chosen: (state: OpenPart, { choice }: EventOf<'chosen'>) => fill(state, choice),
  'express-changed': <State extends OpenState>(
    state: State,
    { express }: EventOf<'express-changed'>,
  ): State => ({ ...state, express }),
  processing: (state: StateOf<'choosing' | 'filling'>) =>
    ({
      ...pending(state),
      phase: 'processing',
      step: state.phase === 'filling' ? state.step : 'form',
      pause: undefined,
    }) as const,
  resumed: resume,
  reconnected: reconnect,
};

const table: { readonly [P in Phase]: Handlers<P> } = {
  loading: {
    destroyed: destroy,
    failed: fail,
    loaded: (_, { session, isProvisional }) => ({
      phase: 'choosing',
      session,
      forms: {},
      expiresSoon: false,
      isProvisional,
    }),
  },
  choosing: {
    ...underWay,
    ...ready,
    refreshed: refresh,
  },
  filling: {
    ...underWay,
    ...ready,
    refreshed: (state, event) => keepChoice(refresh(state, event), event),
    'form-loaded': (state, { paymentMethod, form }) =>
      isOf(state.choice, paymentMethod) ? { ...state, choice: { ...state.choice, form } } : state,
    'form-failed': (state, { paymentMethod, error }) =>
      isOf(state.choice, paymentMethod) && !state.choice.form
        ? { ...open(state), phase: 'choosing', error }
        : state,
    'secured-changed': (state, { paymentMethod, secured, error }) =>
      isOf(state.choice, paymentMethod)
        ? { ...withoutError(state), choice: { ...state.choice, secured }, error }
        : state,
    'form-changed': (state, { change }) => withForm(state, change),
    'pressed-early': (state) => ({ ...withoutError(state), isEarly: true }),
    'press-dropped': (state) => ({ ...state, isEarly: undefined }),
    rejected: (state) => ({
      ...withoutError(withForm(state, (form) => ({ ...form, submitted: true }))),
      step: 'form',
      rejections: state.rejections + 1,
    }),
    reviewing: (state) => ({ ...withoutError(state), step: 'review' }),
    back: (state) =>
      state.step === 'review' ? { ...state, step: 'form' } : { ...open(state), phase: 'choosing' },
  },
  processing: {
    ...underWay,
    loading: load,
    paused: (state, { pause }) => ({ ...reopen(state), pause }),
  },
  awaitingAction: underWay,
  outcomeUnknown: underWay,
  downloadingMandate: { destroyed: destroy, failed: fail, succeeded: succeed },
  succeeded: { destroyed: destroy },
  failed: { destroyed: destroy, loading: load },
  destroyed: {},
};

type OpenState = Extract<FlowState, { readonly session: Session }>;
type UnderWay = StateOf<'choosing' | 'filling' | 'processing' | 'awaitingAction' | 'outcomeUnknown'>;

function destroy(): FlowState {
  return { phase: 'destroyed' };
}

function load(): FlowState {
  return { phase: 'loading' };
}

function fail(_: FlowState, { error, retryable }: EventOf<'failed'>): FlowState {
  return { phase: 'failed', error, retryable };
}

function expire<State extends OpenState>(state: State): State {
  return { ...state, expiresSoon: true };
}

function succeed(state: OpenState, { result, paymentMethod }: EventOf<'succeeded'>): FlowState {
  return { ...open(state), phase: 'succeeded', result, paymentMethod };
}

/** Ends the wait after too many failed attempts. */
function resume<State extends OpenState>(state: State): State {
  return state.pause ? { ...state, pause: { ...state.pause, isOver: true } } : state;
}

/** Removes the error of a connection that has returned. */
function reconnect(state: StateOf<'choosing' | 'filling'>): FlowState {
  return state.error?.code === 'NETWORK_ERROR' ? { ...state, error: undefined } : state;
}

/**
 * Replaces the session by the gateway's current one, which may be in another language. Form entries are kept. Consent
 * to another mandate, and the signature under it, are cleared.
 */
function refresh<State extends StateOf<'choosing' | 'filling'>>(
  state: State,
  { session, changes }: EventOf<'refreshed'>,
): State {
  const forms = { ...state.forms };
  for (const method of changes?.mandates ?? []) {
    const form = forms[method];
    if (form) forms[method] = { ...form, consents: {}, signature: undefined };
  }
  const current = changes?.isSame ? state.session : session;
  return { ...state, isProvisional: undefined, session: current, forms };
}

/** Returns to the list if the chosen way to pay is gone, and from the review to the form if the mandate has changed. */
function keepChoice(state: Filling, { changes }: EventOf<'refreshed'>): FlowState {
  const { choice, session } = state;
  const method = methodOf(choice);
  const isOffered =
    choice.kind === 'instrument'
      ? usableInstruments(session).some(({ token }) => token === choice.token)
      : offerOf(session, method) && !changes?.providers.includes(method);
  if (!isOffered) return { ...open(state), phase: 'choosing' };
  return changes?.mandates.includes(method) ? { ...state, step: 'form' } : state;
}

type OpenPart = Pick<OpenState, 'session' | 'forms' | 'expiresSoon' | 'pause' | 'isProvisional' | 'express'>;

/** Returns the members that every open phase has, without those of the given phase. */
function open({ session, forms, expiresSoon, pause, isProvisional, express }: OpenPart): OpenPart {
  return { session, forms, expiresSoon, pause, isProvisional, express };
}

/** Returns to the form from which a payment was submitted, or to the list. */
function reopen(state: UnderWay): StateOf<'choosing' | 'filling'> {
  const { choice } = pending(state);
  return choice ? fill(state, choice) : { ...open(state), phase: 'choosing' };
}

/** Keeps the choice while a payment is in progress, so that its form can return if the payment fails. */
function pending(state: UnderWay): OpenPart & { readonly choice: Choice | undefined } {
  return { ...open(state), choice: 'choice' in state ? state.choice : undefined };
}

function fill(state: OpenPart, choice: Choice): Filling {
  return { ...open(state), phase: 'filling', choice, step: 'form', rejections: 0 };
}

function isOf(choice: Choice, method: PaymentMethod): choice is Extract<Choice, { kind: 'method' }> {
  return choice.kind === 'method' && choice.method.paymentMethod === method;
}

function withForm(state: Filling, change: (form: FormState) => FormState): Filling {
  if (state.choice.kind === 'instrument') return state;
  const { paymentMethod } = state.choice.method;
  const form = change(state.forms[paymentMethod] ?? emptyForm);
  return { ...state, forms: { ...state.forms, [paymentMethod]: form } };
}

function withoutError(state: Filling): Filling {
  return { ...state, error: undefined, isEarly: undefined };
}
