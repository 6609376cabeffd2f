import { describe, expect, it, vi } from 'vitest';
import type { Session, StoredPaymentInstrument } from '@upc/contract/gateway';
import { sessionExpired } from '../errors/payment-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { ProviderFields } from '../providers/provider.js';
import { gatewaySession, payment, smallMethod, withMandate } from '../testing/fixtures.js';
import { settle } from '../testing/manual-clock.js';
import { filled, offline, preauthed, rejection, type Script, started } from '../testing/scripted-flow.js';
import type { PaymentFlow } from './payment-flow.js';

const prefetched = gatewaySession();
const stored: StoredPaymentInstrument = {
  token: 'one',
  paymentMethod: 'SEPA',
  details: {},
  expired: false,
  removable: true,
};
const signed = '<svg/>';

/** A gateway whose responses a test gives, in the order of the requests. */
function heldGateway() {
  const requests: { resolve: (session: Session) => void; reject: (error: unknown) => void }[] = [];
  const take = () => {
    const request = requests.shift();
    if (!request) throw new Error('The gateway has not been asked.');
    return request;
  };
  return {
    ask: () => new Promise<Session>((resolve, reject) => void requests.push({ resolve, reject })),
    answer: async (session: Session) => {
      take().resolve(session);
      await settle();
    },
    refuse: async (error: unknown) => {
      take().reject(error);
      await settle();
    },
  };
}

/** Creates a flow with a filled form of a prefetched session that the gateway has not confirmed. */
async function provisional(script: Script = {}) {
  const gateway = heldGateway();
  const parts = await filled({ prefetched, session: gateway.ask, ...script });
  return { ...parts, ...gateway };
}

function textOf(session: PaymentFlow): string | undefined {
  return session.getForm()?.fields[0]?.text;
}

describe('a prefetched session', () => {
  it('shows its form before the gateway has responded, and then keeps everything if nothing differs', async () => {
    const { session, count, answer, host } = await provisional();
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', isProvisional: true });
    expect(session.getPaymentState()).toEqual({ isProcessing: false, canSubmit: true });
    expect(count('session')).toBe(1);
    // The gateway orders its members differently, and adds some.
    await answer({ ...Object.fromEntries(Object.entries(prefetched).reverse()), later: 1 } as never);
    const state = session.getSnapshot();
    expect(state).not.toMatchObject({ isProvisional: expect.anything() as unknown });
    expect(state).toHaveProperty('session', prefetched);
    expect([textOf(session), session.getPaymentState().canSubmit]).toEqual(['DE89', true]);
    expect(host.onPaymentStateChange.mock.calls.map(([{ canSubmit }]) => canSubmit)).toEqual([true]);
  });

  it('is not shown if it has a pending payment, whose state only the gateway knows', async () => {
    const pendingPayment = payment({ status: 'ACTION_REQUIRED' });
    const { session, count } = await started({
      prefetched: gatewaySession({ pendingPayment }),
      session: () => new Promise(() => undefined),
    });
    expect([session.getSnapshot().phase, count('session')]).toEqual(['loading', 1]);
  });

  it('counts its time only by the clock of the gateway', async () => {
    const { session, clock, answer } = await provisional();
    await clock.advance(40 * 60_000);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', expiresSoon: false });
    await answer(prefetched);
    await clock.advance(0);
    expect(session.getSnapshot()).toMatchObject({ phase: 'failed', retryable: false });
  });
});

describe('the button of a prefetched session', () => {
  it('waits for the gateway, and then pays once', async () => {
    const { session, count, answer } = await provisional();
    const outcome = session.submit();
    await settle();
    expect(session.submit()).toBe(outcome);
    expect(session.getPaymentState().isProcessing).toBe(true);
    expect(count('create')).toBe(0);
    await answer(prefetched);
    expect(await outcome).toMatchObject({ paymentRequestToken: 'request-token' });
    expect([count('session'), count('create')]).toEqual([1, 1]);
  });

  it('shows wrong fields without waiting', async () => {
    const { session } = await provisional();
    session.changeField('iban', 'X');
    expect(await rejection(session.submit())).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('sends what the form contains once the gateway has responded', async () => {
    const { session, calls, answer } = await provisional();
    const outcome = session.submit();
    await settle();
    session.changeField('iban', 'DE90');
    await answer(prefetched);
    await outcome;
    expect(calls.find(({ name }) => name === 'create')?.body).toMatchObject({ details: { iban: 'DE90' } });
  });

  it('sends nothing if the mandate is another one, and asks for consent again', async () => {
    const { session, count, answer, host } = await provisional();
    const outcome = rejection(session.submit());
    await settle();
    await answer(withMandate({ reference: 'UPC-2' }));
    expect(await outcome).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect([count('create'), host.onError.mock.calls.length]).toEqual([0, 1]);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', rejections: 1 });
    session.changeConsent('mandate', true);
    await session.submit();
    expect(count('create')).toBe(1);
  });

  it('asks again after a failure, and says so if that fails too', async () => {
    const { session, count, refuse, answer, host } = await provisional();
    await refuse(offline());
    expect(session.getSnapshot()).not.toMatchObject({ error: expect.anything() as unknown });
    expect(host.onError).not.toHaveBeenCalled();
    const failed = rejection(session.submit());
    await settle();
    await refuse(offline());
    expect(await failed).toMatchObject({ code: 'NETWORK_ERROR' });
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', error: { code: 'NETWORK_ERROR' } });
    expect(session.getPaymentState()).toEqual({ isProcessing: false, canSubmit: true });
    const outcome = session.submit();
    await settle();
    await answer(prefetched);
    expect(await outcome).toMatchObject({ paymentRequestToken: 'request-token' });
    expect([count('session'), count('create'), textOf(session)]).toEqual([3, 1, undefined]);
  });

  it('waits in the same way for a stored instrument', async () => {
    const listed = gatewaySession({ paymentInstruments: [stored] });
    const { session, count, answer } = await provisional({ prefetched: listed });
    session.chooseInstrument('one');
    const outcome = session.submit();
    await settle();
    expect([session.getPaymentState().isProcessing, count('create')]).toEqual([true, 0]);
    await answer(listed);
    expect(await outcome).toMatchObject({ paymentRequestToken: 'request-token' });
  });

  it('leads to the review without waiting, and back to the form if the mandate is another one', async () => {
    const { session, answer } = await provisional({ methods: [smallMethod({ hasReview: true })] });
    await session.submit();
    expect(session.getSnapshot()).toMatchObject({ step: 'review' });
    await answer(withMandate({ version: '2' }));
    expect(session.getSnapshot()).toMatchObject({ step: 'form' });
    expect(session.getPaymentState().canSubmit).toBe(false);
  });
});

describe('a mandate that the gateway confirms', () => {
  it.each<[what: string, current: Session, isAccepted: boolean]>([
    ['the same', prefetched, true],
    ['the same for another amount', gatewaySession({ amount: { amount: 5, currency: 'EUR' } }), true],
    ['another reference', withMandate({ reference: 'UPC-2' }), false],
    ['another version', withMandate({ version: '2' }), false],
    ['another language', withMandate({ language: 'de' }), false],
    ['another text', withMandate({ text: ['By signing, you agree.'] }), false],
    ['another creditor', withMandate({ creditorLines: ['Elbe 2'] }), false],
    ['another binding text', withMandate({ binding: { language: 'de', text: ['Ja'] } }), false],
    ['no mandate any more', gatewaySession({ paymentMethods: [{ paymentMethod: 'SEPA', canBeSaved: true }] }), false],
  ])('is %s: consent and signature stay %s', async (_, current, isAccepted) => {
    const requiredFields = ['signature'] as const;
    const asked = (given: Session) => ({
      ...given,
      paymentMethods: given.paymentMethods.map((offer) => ({ ...offer, requiredFields: [...requiredFields] })),
    });
    const { session, answer } = await provisional({ prefetched: asked(prefetched) });
    session.changeSignature(signed);
    await answer(asked(current));
    const form = session.getForm();
    expect([form?.consents[0]?.accepted, form?.signature?.svg !== undefined]).toEqual([isAccepted, isAccepted]);
    expect(textOf(session)).toBe('DE89');
  }); // prettier-ignore

  it('for a payment without saving counts too', async () => {
    const both = (reference: string) =>
      gatewaySession({
        paymentMethods: prefetched.paymentMethods.map((offer) => ({
          ...offer,
          ...(offer.mandate && { oneOffMandate: { ...offer.mandate, reference } }),
        })),
      });
    const { session, answer } = await provisional({ prefetched: both('ONE-1') });
    await answer(both('ONE-2'));
    expect(session.getForm()?.consents[0]?.accepted).toBe(false);
  });
});

describe('the gateway corrects', () => {
  it('a session with a payment in progress: the payment is followed', async () => {
    const { session, answer, host } = await provisional();
    await answer(gatewaySession({ pendingPayment: payment({ status: 'UNKNOWN' }) }));
    expect(session.getSnapshot().phase).toBe('awaitingAction');
    expect(session.getPaymentState()).toEqual({ isProcessing: true, canSubmit: false });
    expect(host.onSuccess).not.toHaveBeenCalled();
  });

  it('a session whose payment in progress then fails: the form returns with its input', async () => {
    const { session, answer, clock, host } = await provisional({
      get: () => Promise.resolve(payment({ status: 'FAILED', failure: { code: 'DECLINED', message: 'no' } })),
    });
    await answer(gatewaySession({ pendingPayment: payment({ status: 'UNKNOWN' }) }));
    await clock.advance(1_000);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', error: { code: 'PSP_ERROR' } });
    expect(textOf(session)).toBe('DE89');
    expect(host.onError).toHaveBeenCalledOnce();
  });

  it('a session that has its token already: it is given to the host', async () => {
    const { answer, host } = await provisional();
    await answer(gatewaySession({ pendingPayment: preauthed }));
    expect(host.onSuccess.mock.calls.map(([token]) => token)).toEqual(['request-token']);
  });

  it.each([
    ['has ended', sessionExpired()],
    ['is unknown', new PaymentWidgetError('API_ERROR', 'unknown', { httpStatus: 404 })],
  ])('a session that %s, reported once', async (_, error) => {
    const { session, refuse, host } = await provisional();
    const outcome = rejection(session.submit());
    await settle();
    await refuse(error);
    expect(await outcome).toBe(error);
    expect(session.getSnapshot()).toMatchObject({ phase: 'failed', retryable: false, error });
    expect(host.onError.mock.calls).toEqual([[error]]);
  });

  it('a choice whose instrument is gone: nothing is chosen then', async () => {
    const { session, answer } = await provisional({
      prefetched: gatewaySession({ paymentInstruments: [stored, { ...stored, token: 'two' }] }),
    });
    session.chooseInstrument('one');
    await answer(gatewaySession({ paymentInstruments: [{ ...stored, token: 'two' }] }));
    expect(session.getSnapshot()).toMatchObject({ phase: 'choosing', session: { paymentInstruments: [{}] } });
  });

  it('a list of which only one method is left: its form opens', async () => {
    const { session, answer } = await provisional({
      prefetched: gatewaySession({ paymentInstruments: [stored] }),
    });
    session.chooseInstrument('one');
    await answer(prefetched);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', choice: { kind: 'method' } });
  });

  it('a form that needs more: its elements are loaded before it is shown', async () => {
    let arrive!: () => void;
    const prepareForm = vi
      .fn<() => Promise<void>>()
      .mockResolvedValueOnce()
      .mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    const { session, answer } = await provisional({ prepareForm });
    const current = gatewaySession({
      paymentMethods: prefetched.paymentMethods.map((offer) => ({ ...offer, requiredFields: ['signature'] })),
    });
    await answer(current);
    expect(session.getForm()?.signature).toBeUndefined();
    arrive();
    await settle();
    expect(session.getForm()?.signature).toEqual({ svg: undefined, missing: false });
  });
});

describe('the fields of a provider', () => {
  const card = smallMethod({ paymentMethod: 'CREDIT_CARD', flow: 'frames' });
  const session = (account: string) =>
    gatewaySession({
      paymentMethods: [
        {
          paymentMethod: 'CREDIT_CARD',
          canBeSaved: true,
          provider: { name: 'SIMULATOR', publicKey: account },
        },
      ],
    });

  async function cards() {
    /** Calls of `destroy`, by the fields that were opened. */
    const destroyed: ReturnType<typeof vi.fn>[] = [];
    const parts = await provisional({
      methods: [card],
      prefetched: session('a'),
      fields: () => {
        const destroy = vi.fn();
        destroyed.push(destroy);
        return Promise.resolve({ destroy } as Partial<ProviderFields> as ProviderFields);
      },
    });
    return { ...parts, destroyed: () => destroyed.map(({ mock }) => mock.calls.length) };
  }

  it('open immediately, and stay if the provider is the same', async () => {
    const { answer, destroyed, session: flow } = await cards();
    await answer(session('a'));
    expect(destroyed()).toEqual([0]);
    expect(flow.getSnapshot()).toMatchObject({ choice: { secured: 'ready' } });
  });

  it('open again at another account, and the session still ends in time', async () => {
    const { answer, destroyed, session: flow, clock } = await cards();
    await answer(session('b'));
    expect(destroyed()).toEqual([1, 0]);
    expect(flow.getSnapshot()).toMatchObject({ choice: { secured: 'ready' } });
    expect(textOf(flow)).toBe('DE89');
    await clock.advance(29 * 60_000);
    expect(flow.getSnapshot()).toMatchObject({ expiresSoon: true });
  });
});

describe('while the gateway has not responded', () => {
  it('a new language replaces the request, and the response in the former language is ignored', async () => {
    const { session, config, answer, count } = await provisional();
    session.configure({ ...config, locale: 'de' });
    await settle();
    expect(count('session')).toBe(2);
    await answer(withMandate({ language: 'en', reference: 'former' }));
    expect(session.getSnapshot()).toMatchObject({ isProvisional: true, session: prefetched });
    await answer(withMandate({ language: 'de' }));
    expect(session.getForm()?.mandate).toMatchObject({ language: 'de', reference: 'UPC-1' });
    expect(session.getSnapshot()).not.toMatchObject({ isProvisional: expect.anything() as unknown });
  });

  it('an instrument is not removed', async () => {
    const listed = gatewaySession({ paymentInstruments: [stored] });
    const { session, count, answer } = await provisional({ prefetched: listed });
    session.removeInstrument('one');
    await settle();
    expect(count('remove')).toBe(0);
    await answer(listed);
    expect(count('remove')).toBe(1);
  });

  it('an instrument of a session that has ended is not removed, and the error is reported once', async () => {
    const listed = gatewaySession({ paymentInstruments: [stored] });
    const { session, count, refuse, host } = await provisional({ prefetched: listed });
    session.removeInstrument('one');
    await refuse(sessionExpired());
    expect([count('remove'), host.onError.mock.calls.length]).toEqual([0, 1]);
  });

  it('a widget that is put back asks again', async () => {
    const { session, answer, count } = await provisional();
    session.suspend();
    session.resume();
    await settle();
    expect(count('session')).toBe(2);
    await answer(withMandate({ reference: 'of an aborted request' }));
    expect(session.getSnapshot()).toMatchObject({ isProvisional: true });
    await answer(prefetched);
    expect(session.getSnapshot()).not.toMatchObject({ isProvisional: expect.anything() as unknown });
  });

  it('a connection that returns asks again', async () => {
    const { session, refuse, answer } = await provisional();
    await refuse(offline());
    session.reconnect();
    await settle();
    await answer(prefetched);
    expect(session.getSnapshot()).not.toMatchObject({ isProvisional: expect.anything() as unknown });
  });

  it('nothing happens after `destroy`', async () => {
    const { session, answer, host } = await provisional();
    const outcome = session.submit();
    session.destroy();
    await answer(gatewaySession({ pendingPayment: preauthed }));
    expect(await outcome).toBeUndefined();
    expect(session.getSnapshot().phase).toBe('destroyed');
    expect(host.onSuccess).not.toHaveBeenCalled();
  });
});
