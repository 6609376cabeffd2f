import { describe, expect, it } from 'vitest';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { emptyForm } from '../forms/form.js';
import { gatewaySession, methodNamed, payment } from '../testing/fixtures.js';
import type { Choice, FlowState } from './flow-state.js';
import { type FlowEvent, transition } from './transitions.js';

const error = new PaymentWidgetError('GENERIC_ERROR', 'x');
const session = gatewaySession();
const sepa: Choice = { kind: 'method', method: methodNamed('SEPA'), form: undefined };
const result = { paymentRequestToken: 'token' };
const open = { session, forms: {}, expiresSoon: false };
const asked = payment({ status: 'UNKNOWN' });
const pause = { error, seconds: 30, until: 0, isOver: false };
const form = { fields: () => [], consents: () => [], toDetails: () => ({}) };

const states: { readonly [P in FlowState['phase']]: Extract<FlowState, { readonly phase: P }> } = {
  loading: { phase: 'loading' },
  choosing: { ...open, phase: 'choosing', pause },
  filling: { ...open, phase: 'filling', choice: sepa, step: 'review', rejections: 0, pause },
  processing: { ...open, phase: 'processing', choice: sepa, step: 'form' },
  awaitingAction: { ...open, phase: 'awaitingAction', payment: asked, choice: sepa },
  outcomeUnknown: { ...open, phase: 'outcomeUnknown', payment: asked, choice: sepa },
  downloadingMandate: { ...open, phase: 'downloadingMandate', payment: asked, url: 'https://x', result },
  succeeded: { ...open, phase: 'succeeded', result, paymentMethod: 'SEPA' },
  failed: { phase: 'failed', error, retryable: true },
  destroyed: { phase: 'destroyed' },
};
const phases = Object.keys(states) as FlowState['phase'][];

const events: { readonly [T in FlowEvent['type']]: Extract<FlowEvent, { readonly type: T }> } = {
  loading: { type: 'loading' },
  loaded: { type: 'loaded', session },
  failed: { type: 'failed', error, retryable: false },
  refreshed: { type: 'refreshed', session },
  expiring: { type: 'expiring' },
  chosen: { type: 'chosen', choice: sepa },
  'form-loaded': { type: 'form-loaded', paymentMethod: 'SEPA', form },
  'form-failed': { type: 'form-failed', paymentMethod: 'SEPA', error },
  'secured-changed': { type: 'secured-changed', paymentMethod: 'SEPA', secured: 'ready' },
  'express-changed': { type: 'express-changed', express: true },
  'form-changed': { type: 'form-changed', change: (given) => ({ ...given, submitted: true }) },
  'pressed-early': { type: 'pressed-early' },
  'press-dropped': { type: 'press-dropped' },
  rejected: { type: 'rejected' },
  reviewing: { type: 'reviewing' },
  back: { type: 'back' },
  processing: { type: 'processing' },
  awaiting: { type: 'awaiting', payment: asked },
  unknown: { type: 'unknown', payment: asked },
  paused: { type: 'paused', pause },
  resumed: { type: 'resumed' },
  reconnected: { type: 'reconnected' },
  'attempt-failed': { type: 'attempt-failed', error },
  download: { type: 'download', payment: asked, url: 'https://x', result },
  succeeded: { type: 'succeeded', result, paymentMethod: 'SEPA' },
  destroyed: { type: 'destroyed' },
};

/**
 * Phase that follows each event, with a column for each current phase in the order of `phases`. A dot means that the
 * event changes nothing. Phases are given by their first letters: l(oading) c(hoosing) f(illing) p(rocessing)
 * a(waitingAction) u(nknown) d(ownloadingMandate) s(ucceeded) x (failed) - (destroyed).
 */
const cells: Readonly<Record<FlowEvent['type'], string>> = {
  //                  l c f p a u d s x -
  loading: /*     */ '. . . l . . . . l .',
  loaded: /*      */ 'c . . . . . . . . .',
  failed: /*      */ 'x x x x x x x . . .',
  refreshed: /*   */ '. c f . . . . . . .',
  expiring: /*    */ '. c f p a u . . . .',
  chosen: /*      */ '. f f . . . . . . .',
  'form-loaded': ' . . f . . . . . . .',
  'form-failed': ' . . c . . . . . . .',
  'secured-changed': '. . f . . . . . . .',
  'form-changed': '. . f . . . . . . .',
  'pressed-early': '. . f . . . . . . .',
  'press-dropped': '. . f . . . . . . .',
  rejected: /*    */ '. . f . . . . . . .',
  reviewing: /*   */ '. . f . . . . . . .',
  back: /*        */ '. . f . . . . . . .',
  'express-changed': '. c f . . . . . . .',
  processing: /*  */ '. p p . . . . . . .',
  awaiting: /*    */ '. a a a a a . . . .',
  unknown: /*     */ '. u u u u u . . . .',
  paused: /*      */ '. . . f . . . . . .',
  resumed: /*     */ '. c f . . . . . . .',
  reconnected: /* */ '. . . . . . . . . .',
  'attempt-failed': '. c f f f f . . . .',
  download: /*    */ '. d d d d d . . . .',
  succeeded: /*   */ '. s s s s s s . . .',
  destroyed: /*   */ '- - - - - - - - - .',
};
const letters: Readonly<Record<string, FlowState['phase']>> = {
  l: 'loading',
  c: 'choosing',
  f: 'filling',
  p: 'processing',
  a: 'awaitingAction',
  u: 'outcomeUnknown',
  d: 'downloadingMandate',
  s: 'succeeded',
  x: 'failed',
  '-': 'destroyed',
};

it('every event in every phase leads where the table says', () => {
  const rows = Object.values(events).map((event) => {
    const after = phases.map((phase) => {
      const state = states[phase];
      const next = transition(state, event);
      return next === state ? '.' : Object.keys(letters).find((letter) => letters[letter] === next.phase);
    });
    return [event.type, after.join(' ')];
  });
  const expected = Object.entries(cells).map(([type, row]) => [type, row.trim()]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
});

describe('what an event keeps', () => {
  it('a payment under way remembers what was chosen and typed, and goes back to it when it fails', () => {
    const forms = { SEPA: { ...emptyForm, texts: { iban: 'DE89' } } };
    const filling: FlowState = { ...states.filling, forms };
    const after = [
      events.processing,
      events.awaiting,
      events.unknown,
      events.awaiting,
      events['attempt-failed'],
    ];
    const end = after.reduce<FlowState>(transition, filling);
    expect(end).toMatchObject({ phase: 'filling', choice: sepa, forms, error });
  });

  it('a connection that has returned removes the error that it was lost, and no other', () => {
    const offline = new PaymentWidgetError('NETWORK_ERROR', 'offline');
    for (const state of [states.choosing, states.filling]) {
      expect(transition({ ...state, error: offline }, events.reconnected)).toEqual(state);
      const declined = { ...state, error };
      expect(transition(declined, events.reconnected)).toBe(declined);
    }
  });

  it('what is found after a reload has nothing to go back to but the list', () => {
    const end = [events.awaiting, events['attempt-failed']].reduce<FlowState>(transition, states.choosing);
    expect(end).toMatchObject({ phase: 'choosing', error });
    expect(end).not.toMatchObject({ choice: expect.anything() as unknown });
  });

  it('a form that fails is given up only while it is chosen and has not come', () => {
    const card: Choice = { kind: 'method', method: methodNamed('CREDIT_CARD'), form: undefined };
    const loaded: Choice = { ...sepa, form };
    for (const choice of [card, loaded, { kind: 'instrument', token: 'i', paymentMethod: 'SEPA' } as const]) {
      const state: FlowState = { ...states.filling, choice };
      expect(transition(state, events['form-failed'])).toBe(state);
    }
  });

  it('the wait after too many attempts outlives another choice, and ends with the next attempt', () => {
    const chosen = transition(transition(states.choosing, events.chosen), events.resumed);
    expect(chosen).toMatchObject({ phase: 'filling', pause: { ...pause, isOver: true } });
    expect(transition(chosen, events.processing)).not.toMatchObject({ pause: expect.anything() as unknown });
  });
});
