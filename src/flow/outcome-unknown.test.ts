import { describe, expect, it } from 'vitest';
import type { Payment } from '@upc/contract/gateway';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { methodNamed, payment, gatewaySession } from '../testing/fixtures.js';
import { settle } from '../testing/manual-clock.js';
import {
  filled,
  offline,
  preauthed,
  rejection,
  type Script,
  setUp,
  started,
} from '../testing/scripted-flow.js';

const minute = 60_000;
const traceId = '4bf92f3577b34da6';
const made = payment({ traceId });
const declined = payment({
  status: 'FAILED',
  traceId,
  failure: { code: 'DECLINED', message: 'The bank said no.' },
});
const fault = (): Error => new PaymentWidgetError('API_ERROR', 'fault', { httpStatus: 500 });
const html = (): Error => new PaymentWidgetError('API_ERROR', 'not the contract', { httpStatus: 200 });

/** Ways to lose the response to an authentication that the gateway nevertheless accepts. */
const lost = {
  'a dropped connection': offline,
  'a server error': fault,
  'HTML with status 200': html,
} as const;

describe('a lost response to an authentication', () => {
  it.each(Object.entries(lost))(
    '%s: the widget queries the outcome and reports no failure',
    async (_, error) => {
      const { session, host, clock, count } = await filled({
        create: () => Promise.resolve(made),
        authenticate: () => Promise.reject(error()),
      });
      const submitted = session.submit();
      await clock.advance(500);
      expect(await submitted).toMatchObject({ paymentRequestToken: 'request-token' });
      expect([count('create'), count('authenticate'), count('get')]).toEqual([1, 1, 1]);
      expect(host.onSuccess).toHaveBeenCalledOnce();
      expect(host.onError).not.toHaveBeenCalled();
    },
  );

  it('while offline leaves an unknown outcome: nothing else can be chosen, and polling continues', async () => {
    let isOffline = true;
    const { session, host, clock, count } = await filled({
      create: () => Promise.resolve(made),
      authenticate: () => Promise.reject(offline()),
      get: () => (isOffline ? Promise.reject(offline()) : Promise.resolve(preauthed)),
    });
    const submitted = session.submit();
    await clock.advance(30_000);
    expect(session.getSnapshot()).toMatchObject({ phase: 'outcomeUnknown', payment: { id: made.id } });
    expect(session.getPaymentState()).toEqual({ isProcessing: true, canSubmit: false });
    session.chooseMethod('SEPA');
    session.back();
    expect(session.getSnapshot().phase).toBe('outcomeUnknown');
    isOffline = false;
    session.retry();
    expect(await submitted).toMatchObject({ paymentRequestToken: 'request-token' });
    expect(count('create')).toBe(1);
    expect(host.onError).not.toHaveBeenCalled();
  });

  it('whose request never reached the gateway: it is sent again with the same key', async () => {
    const { session, keysOf, clock } = await filled({
      create: () => Promise.resolve(made),
      authenticate: (count) => (count === 1 ? Promise.reject(offline()) : Promise.resolve(preauthed)),
      get: () => Promise.resolve(made),
    });
    const submitted = session.submit();
    await clock.advance(500);
    expect(await submitted).toMatchObject({ paymentRequestToken: 'request-token' });
    expect(keysOf('authenticate')).toEqual(['key-1-auth', 'key-1-auth']);
  });

  it('after a decline leads to the decline, with its trace id', async () => {
    const { session, host, clock } = await filled({
      create: () => Promise.resolve(made),
      authenticate: () => Promise.reject(offline()),
      get: () => Promise.resolve(declined),
    });
    const error = rejection(session.submit());
    await clock.advance(500);
    expect(await error).toMatchObject({ code: 'PSP_ERROR', reason: 'DECLINED', traceId });
    expect(host.onError).toHaveBeenCalledOnce();
    expect(session.getSnapshot().phase).toBe('filling');
  });

  it.each(['before', 'after'])(
    'that arrives late, %s polling has found the outcome, is reported once',
    async (order) => {
      const undecided = payment({ status: 'UNKNOWN', traceId });
      const pending: { pendingPayment?: Payment } = {};
      let answer!: (payment: Payment) => void;
      const { session, host, clock, count } = await filled({
        session: () => Promise.resolve(gatewaySession(pending)),
        create: () => Promise.resolve(made),
        authenticate: () => new Promise((resolve) => (answer = resolve)),
        get: () => Promise.resolve(preauthed),
      });
      const submitted = session.submit();
      await settle();
      pending.pendingPayment = undecided;
      session.suspend();
      session.resume();
      await settle();
      if (order === 'before') answer(preauthed);
      await clock.advance(500);
      if (order === 'after') answer(preauthed);
      expect(await submitted).toBeUndefined();
      expect(session.getSnapshot().phase).toBe('succeeded');
      expect(host.onSuccess).toHaveBeenCalledOnce();
      expect([count('create'), count('authenticate'), count('get')]).toEqual([1, 1, 1]);
    },
  );
});

describe('past the deadline', () => {
  const undecided = payment({ status: 'UNKNOWN', traceId });
  const script = (ending: () => Payment): Script => ({
    create: () => Promise.resolve(made),
    authenticate: () => Promise.resolve(undecided),
    get: () => Promise.resolve(ending()),
  });

  it('the host receives POLLING_TIMEOUT once; the widget keeps polling and may still succeed', async () => {
    let answer: Payment = undecided;
    const { session, host, clock, count } = await filled(script(() => answer));
    const submitted = rejection(session.submit());
    await clock.advance(2 * minute + 10_000);
    expect(await submitted).toMatchObject({ code: 'POLLING_TIMEOUT', reason: 'OUTCOME_UNKNOWN', traceId });
    await clock.advance(30 * minute);
    expect(host.onError).toHaveBeenCalledOnce();
    expect(session.getSnapshot().phase).toBe('outcomeUnknown');
    expect(await rejection(session.submit())).toBe(await submitted);
    const asked = count('get');
    await clock.advance(5 * minute);
    expect(count('get') - asked).toBe(10);
    answer = preauthed;
    await clock.advance(30_000);
    expect(session.getSnapshot().phase).toBe('succeeded');
    expect(host.onSuccess).toHaveBeenCalledOnce();
    expect(host.onError).toHaveBeenCalledOnce();
    expect(count('create')).toBe(1);
  });

  it('is reported once, even when the widget is removed and put back; the warning stays', async () => {
    let answer: Payment = undecided;
    const { session, host, clock, count } = await filled(script(() => answer));
    const submitted = rejection(session.submit());
    await clock.advance(3 * minute);
    session.suspend();
    await clock.advance(10 * minute);
    const asked = count('get');
    session.resume();
    await settle();
    expect(session.getSnapshot().phase).toBe('outcomeUnknown');
    await clock.advance(5 * minute);
    expect(session.getSnapshot().phase).toBe('outcomeUnknown');
    expect(host.onError).toHaveBeenCalledOnce();
    // The first poll is immediate. The others follow every 30 s, as before.
    expect(count('get') - asked).toBe(10);
    expect(await rejection(session.submit())).toBe(await submitted);
    answer = preauthed;
    await clock.advance(minute);
    expect(session.getSnapshot().phase).toBe('succeeded');
    expect(host.onSuccess).toHaveBeenCalledOnce();
    expect(host.onError).toHaveBeenCalledOnce();
  });

  it('is reported for the next payment too, and no longer for a decided one', async () => {
    let answer: Payment = undecided;
    const { session, host, clock } = await filled(script(() => answer));
    session.submit().catch(() => undefined);
    await clock.advance(3 * minute);
    answer = declined;
    await clock.advance(minute);
    session.back();
    expect(session.getSnapshot().phase).toBe('choosing');
    expect(await rejection(session.submit())).toMatchObject({ code: 'VALIDATION_ERROR' });
    answer = undecided;
    session.chooseMethod('SEPA');
    await settle();
    const submitted = rejection(session.submit());
    await clock.advance(3 * minute);
    expect(await submitted).toMatchObject({ code: 'POLLING_TIMEOUT' });
    expect(host.onError.mock.calls.map(([{ code }]) => code)).toEqual([
      'POLLING_TIMEOUT',
      'PSP_ERROR',
      'VALIDATION_ERROR',
      'POLLING_TIMEOUT',
    ]);
  });
});

describe('a payment that was found after a reload', () => {
  const card = { paymentMethod: 'CREDIT_CARD', canBeSaved: false } as const;
  const written = payment({ paymentMethod: 'CREDIT_CARD', traceId });

  it('is unknown, not lost, when its confirmation cannot be determined', async () => {
    const { session, clock } = await started({
      session: () => Promise.resolve(gatewaySession({ paymentMethods: [card], pendingPayment: written })),
      authenticate: () => Promise.reject(offline()),
      get: (count) => (count < 3 ? Promise.reject(offline()) : Promise.resolve(preauthed)),
      methods: [methodNamed('CREDIT_CARD')],
    });
    expect(session.getSnapshot()).toMatchObject({ phase: 'outcomeUnknown', payment: { id: written.id } });
    await clock.advance(10_000);
    expect(session.getSnapshot().phase).toBe('succeeded');
  });

  it('continues when the widget is put back, without loading a session that may have ended', async () => {
    let answer = payment({ status: 'UNKNOWN' });
    const { session, host, clock, count } = await filled({
      authenticate: () => Promise.resolve(answer),
      get: () => Promise.resolve(answer),
    });
    session.submit().catch(() => undefined);
    await settle();
    session.suspend();
    answer = preauthed;
    session.resume();
    await clock.advance(500);
    expect(host.onSuccess).toHaveBeenCalledOnce();
    expect([count('session'), count('create')]).toEqual([1, 1]);
  });
});

describe('who cancelled a payment', () => {
  const atBank = payment({ paymentMethod: 'IDEAL', status: 'ACTION_REQUIRED', traceId });
  const cancelled = (code?: 'CANCELLED_BY_PAYER' | 'CANCELLED_ELSEWHERE' | 'EXPIRED'): Payment => ({
    ...atBank,
    status: 'CANCELLED',
    ...(code && { failure: { code, message: 'Cancelled.' } }),
  });
  const waiting = async (answer: () => Payment) => {
    const parts = await started({
      session: () => Promise.resolve(gatewaySession({ pendingPayment: atBank })),
      get: () => Promise.resolve(answer()),
    });
    return parts;
  };

  it.each([
    ['in another tab', cancelled('CANCELLED_BY_PAYER'), 'CANCELLED_ELSEWHERE'],
    ['by another attempt', cancelled('CANCELLED_ELSEWHERE'), 'CANCELLED_ELSEWHERE'],
    ['by the end of the session', cancelled('EXPIRED'), 'EXPIRED'],
    ['by an unknown party', cancelled(), undefined],
    [
      'by the person at the bank',
      {
        ...atBank,
        status: 'FAILED' as const,
        failure: { code: 'CANCELLED_BY_PAYER' as const, message: 'x' },
      },
      'CANCELLED_BY_PAYER',
    ],
  ])('%s', async (_, answer, reason) => {
    const { host, clock } = await waiting(() => answer);
    await clock.advance(1_000);
    const [[error] = []] = host.onError.mock.calls;
    expect([error?.code, error?.reason, error?.traceId]).toEqual(['PSP_ERROR', reason, traceId]);
  });

  it('by the person here', async () => {
    let answer: Payment = atBank;
    const { session, host, clock } = await waiting(() => answer);
    answer = cancelled('CANCELLED_BY_PAYER');
    session.back();
    await clock.advance(1_000);
    expect(host.onError.mock.calls[0]?.[0]).toMatchObject({ reason: 'CANCELLED_BY_PAYER', traceId });
  });
});

describe('an error without a trace id of its own carries that of the payment that caused it', () => {
  const gone = (): Error => new PaymentWidgetError('API_ERROR', 'from a proxy', { httpStatus: 403 });
  const card = { paymentMethod: 'CREDIT_CARD', canBeSaved: false } as const;
  const found = async (paymentMethod: 'SEPA' | 'CREDIT_CARD', authenticate: () => Promise<Payment>) => {
    const pendingPayment = payment({
      paymentMethod,
      status: paymentMethod === 'SEPA' ? 'UNKNOWN' : 'CREATED',
      traceId,
    });
    const parts = setUp({
      session: () => Promise.resolve(gatewaySession({ paymentMethods: [card], pendingPayment })),
      get: () => Promise.resolve(payment({ paymentMethod, traceId })),
      authenticate,
      methods: [methodNamed('CREDIT_CARD')],
    });
    parts.session.start();
    await parts.clock.advance(minute);
    return parts.host.onError.mock.calls.map(([error]) => [error.code, error.traceId]);
  };

  it('found after a reload and refused during polling or its confirmation', async () => {
    const refuse = () => Promise.reject(gone());
    expect(await found('SEPA', refuse)).toEqual([['API_ERROR', traceId]]);
    expect(await found('CREDIT_CARD', refuse)).toEqual([['API_ERROR', traceId]]);
  });

  it.each([
    ['has ended meanwhile', undefined, 'PSP_ERROR'],
    ['stays unknown', payment({ status: 'UNKNOWN' }), 'POLLING_TIMEOUT'],
  ] as const)('of a payment refused because another one is pending, which %s', async (_, other, code) => {
    let pendingPayment: Payment | undefined;
    const { session, clock } = await filled({
      session: () => Promise.resolve(gatewaySession(pendingPayment && { pendingPayment })),
      create: () => {
        pendingPayment = other;
        const reason = 'errormessage.payment.pending';
        return Promise.reject(
          new PaymentWidgetError('API_ERROR', 'pending', { httpStatus: 409, reason, traceId }),
        );
      },
      get: () => Promise.resolve(payment({ status: 'UNKNOWN' })),
    });
    const submitted = rejection(session.submit());
    await clock.advance(3 * minute);
    expect(await submitted).toMatchObject({ code, traceId });
  });
});

describe('a form that fails late', () => {
  it('interrupts no payment in progress, and reports nothing', async () => {
    let failForm!: (error: Error) => void;
    const slow = {
      ...methodNamed('SEPA'),
      load: () => new Promise<never>((_, reject) => (failForm = reject)),
    };
    const stored = { token: 'i', paymentMethod: 'SEPA', details: { paypal: {} }, expired: false } as const;
    const { session, host } = await started({
      session: () => Promise.resolve(gatewaySession({ paymentInstruments: [stored] })),
      create: () => new Promise(() => undefined),
      methods: [slow],
    });
    session.chooseMethod('SEPA');
    session.chooseInstrument('i');
    void session.submit();
    await settle();
    failForm(new Error('The chunk did not load.'));
    await settle();
    expect(session.getSnapshot().phase).toBe('processing');
    expect(session.getPaymentState().isProcessing).toBe(true);
    expect(host.onError).not.toHaveBeenCalled();
  });
});

describe('too many failed attempts', () => {
  const refused = (): Error =>
    new PaymentWidgetError('API_ERROR', 'wait', {
      httpStatus: 429,
      reason: 'errormessage.payment.attempts.exceeded',
      retryAfter: 90,
    });

  it('pause the widget for the time that the gateway sets; then it continues automatically', async () => {
    const { session, host, clock, count } = await filled({
      create: (times) => (times === 1 ? Promise.reject(refused()) : Promise.resolve(made)),
    });
    const error = await rejection(session.submit());
    expect(error).toMatchObject({ code: 'API_ERROR', httpStatus: 429, retryAfter: 90 });
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', pause: { seconds: 90, isOver: false } });
    expect(session.getPaymentState()).toEqual({ isProcessing: false, canSubmit: false });
    expect(await rejection(session.submit())).toBe(error);
    await clock.advance(89_999);
    expect(session.getPaymentState().canSubmit).toBe(false);
    await clock.advance(1);
    expect(session.getPaymentState().canSubmit).toBe(true);
    expect(host.onPaymentStateChange).toHaveBeenLastCalledWith({ isProcessing: false, canSubmit: true });
    expect(await session.submit()).toMatchObject({ paymentRequestToken: 'request-token' });
    expect(count('create')).toBe(2);
    expect(host.onError).toHaveBeenCalledOnce();
  });

  it('pause every way to pay, even if the clock is changed', async () => {
    const { session, clock } = await filled({ create: () => Promise.reject(refused()) });
    await rejection(session.submit());
    clock.jump(60 * minute);
    session.back();
    session.chooseMethod('SEPA');
    await settle();
    expect(session.getPaymentState().canSubmit).toBe(false);
    await clock.advance(90_000);
    expect(session.getPaymentState().canSubmit).toBe(true);
  });
});
