import { describe, expect, it, vi } from 'vitest';
import { sessionExpired } from '../errors/payment-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { RefusedFieldError } from '../errors/refused-field-error.js';
import type { Payment, Session } from '@upc/contract/gateway';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';
import { completeForm } from '../init/complete-form.js';
import { redirectForm } from '../methods/redirect-form.js';
import { sepaForm } from '../methods/sepa-form.js';
import { gatewaySession, parsedConfig, payment, smallMethod, withMandate } from '../testing/fixtures.js';
import { settle } from '../testing/manual-clock.js';
import {
  filled,
  offline,
  preauthed,
  rejection,
  type Script,
  setUp,
  started,
  visiblePage,
} from '../testing/scripted-flow.js';
import type { ProviderFields } from '../providers/provider.js';
import type { SecuredErrors } from '../forms/form.js';
import type { FlowCore } from './flow-core.js';
import type { PaymentFlow } from './payment-flow.js';
import { Submission } from './submission.js';
import type { FlowState } from './flow-state.js';

const stored = { token: 'i-1', paymentMethod: 'SEPA', details: { paypal: {} }, expired: false } as const;

describe('loading', () => {
  it('opens the form of a single method at once', async () => {
    const { session } = await started();
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', step: 'form' });
    expect(session.getForm()?.fields.map((field) => field.definition.name)).toEqual([
      'iban',
      'accountHolder',
    ]);
  });

  it('shows the list when there is a stored instrument', async () => {
    const { session } = await started({
      session: () => Promise.resolve(gatewaySession({ paymentInstruments: [stored] })),
    });
    expect(session.getSnapshot().phase).toBe('choosing');
  });

  it('fails permanently when the session token is invalid', async () => {
    const used = new PaymentWidgetError('API_ERROR', 'used', { httpStatus: 401 });
    const { session } = await started({ session: () => Promise.reject(used) });
    expect(session.getSnapshot()).toMatchObject({ phase: 'failed', retryable: false, error: used });
    session.retry();
    expect(session.getSnapshot().phase).toBe('failed');
  });

  it.each<[what: string, script: Script]>([
    ['code', { methods: [smallMethod({ load: () => Promise.reject(new Error('chunk')) })] }],
    ['image next to its fields', { prepareForm: () => Promise.reject(new Error('blocked')) }],
  ])(
    'does not open a form whose %s cannot be loaded, reports it, and returns to the list',
    async (_, script) => {
      const { session, host } = await started(script);
      expect(session.getSnapshot()).toMatchObject({ phase: 'choosing', error: { code: 'NETWORK_ERROR' } });
      expect(host.onError).toHaveBeenCalledOnce();
    },
  );
});

describe('the submission code', () => {
  const submission = (core: FlowCore) => new Submission(core, visiblePage);

  /** Creates a submission whose code cannot be loaded until `arrive` is called. */
  function lateSubmission() {
    let isThere = false;
    const prepareSubmission = vi.fn(() =>
      isThere ? Promise.resolve(submission) : Promise.reject(new Error('blocked')),
    );
    return { prepareSubmission, arrive: () => (isThere = true) };
  }

  it('is loaded once, when the form is ready', async () => {
    const prepareSubmission = vi.fn(() => Promise.resolve(submission));
    const { session } = await filled({ prepareSubmission });
    expect(prepareSubmission).toHaveBeenCalledOnce();
    await session.submit();
    expect(prepareSubmission).toHaveBeenCalledOnce();
  });

  it('loads before anything is sent, and loads again with the next click', async () => {
    const { prepareSubmission, arrive } = lateSubmission();
    const { session, count, host } = await filled({ prepareSubmission });
    expect(host.onError).not.toHaveBeenCalled();
    expect(await rejection(session.submit())).toMatchObject({ code: 'NETWORK_ERROR' });
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', error: { code: 'NETWORK_ERROR' } });
    expect(count('create')).toBe(0);
    arrive();
    expect(await session.submit()).toMatchObject({ paymentRequestToken: 'request-token' });
    expect(count('create')).toBe(1);
  });

  it.each([
    ['removed from the page', (session: PaymentFlow) => session.suspend()],
    [
      'moved',
      (session: PaymentFlow) => {
        session.suspend();
        session.resume();
      },
    ],
    ['destroyed', (session: PaymentFlow) => session.destroy()],
  ])('sends and reports nothing when it loads after the widget was %s', async (_how, leave) => {
    let arrive!: (create: typeof submission) => void;
    const { session, count, host } = await filled({
      prepareSubmission: () => new Promise((resolve) => (arrive = resolve)),
    });
    const outcome = session.submit();
    await settle();
    leave(session);
    arrive(submission);
    await settle();
    expect(await outcome).toBeUndefined();
    session.resume();
    expect(session.getPaymentState().isProcessing).toBe(false);
    expect(count('create')).toBe(0);
    expect(host.onError).not.toHaveBeenCalled();
  });

  it('is waited for after a press, which then submits what the form asks for by then', async () => {
    let arrive!: (create: typeof submission) => void;
    const { session, count } = await started({
      methods: [smallMethod({ load: () => Promise.resolve(sepaForm) })],
      prepareSubmission: () => new Promise((resolve) => (arrive = resolve)),
    });
    session.changeField('accountHolder', 'Maren Petersen');
    session.changeField('iban', 'CH93 0076 2011 6238 5295 7');
    session.changeConsent('mandate', true);
    const outcome = session.submit();
    await settle();
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', isEarly: true });
    expect(session.getPaymentState().isProcessing).toBe(true);
    arrive((core) => {
      completeForm(core);
      return submission(core);
    });
    // This account needs an address.
    expect((await rejection(outcome)).message).toContain('address.line1');
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', rejections: 1 });
    expect(session.getPaymentState().isProcessing).toBe(false);
    expect(count('create')).toBe(0);
  });

  it('leaves a pending payment to be followed at the next attempt', async () => {
    const { prepareSubmission, arrive } = lateSubmission();
    const pendingPayment = payment({ status: 'ACTION_REQUIRED' });
    const { session, host } = await started({
      prepareSubmission,
      session: () => Promise.resolve(gatewaySession({ pendingPayment })),
    });
    expect(session.getSnapshot()).toMatchObject({ phase: 'failed', retryable: true });
    expect(host.onError).toHaveBeenCalledOnce();
    arrive();
    session.retry();
    await settle();
    expect(session.getSnapshot()).toMatchObject({ phase: 'awaitingAction' });
  });
});

describe('a submission', () => {
  it('gives the token to the host once, positionally, and to the caller', async () => {
    const { session, host, calls } = await filled();
    const result = await session.submit();
    expect(result).toMatchObject({ paymentRequestToken: 'request-token' });
    expect(host.onSuccess.mock.calls).toEqual([
      ['request-token', preauthed.paymentInstrumentDetails, 'instrument-token'],
    ]);
    expect(calls.slice(1)).toEqual([
      {
        name: 'create',
        key: 'key-1',
        body: {
          paymentMethod: 'SEPA',
          details: { iban: 'DE89', accountHolder: '' },
          mandate: { reference: 'UPC-1', version: '1', language: 'en', accepted: true },
        },
      },
      { name: 'authenticate', key: 'key-1-auth' },
    ]);
    expect(await session.submit()).toBe(result);
    expect(host.onSuccess).toHaveBeenCalledOnce();
  });

  it('runs once, however often it is requested', async () => {
    const { session, count, host } = await filled();
    const first = session.submit();
    expect(session.submit()).toBe(first);
    await first;
    expect(count('create')).toBe(1);
    expect(host.onSuccess).toHaveBeenCalledOnce();
  });

  it('runs once when the host submits from within its callback', async () => {
    const { session, count, host } = await filled();
    host.onPaymentStateChange.mockImplementation(() => void session.submit());
    await session.submit();
    expect(count('create')).toBe(1);
  });

  it('sends nothing while fields are invalid, and names them', async () => {
    const { session, count, host } = await filled();
    session.changeField('iban', 'XX');
    const error = await rejection(session.submit());
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(error.message).toContain('iban');
    expect(error.message).not.toContain('XX');
    expect(host.onError).toHaveBeenCalledWith(error);
    expect(count('create')).toBe(0);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', rejections: 1 });
    expect(session.getForm()?.fields[0]?.visibleError).toEqual({ code: 'error.iban.checksum' });
  });

  it('shows what the gateway refused at the field, until the text changes', async () => {
    const { session } = await filled({
      create: () => Promise.reject(new RefusedFieldError('iban', 'No such account.')),
    });
    await rejection(session.submit());
    expect(session.getForm()?.fields[0]?.visibleError).toEqual({
      code: 'error.refused',
      params: { message: 'No such account.' },
    });
    session.changeField('iban', 'DE90');
    expect(session.getForm()?.fields[0]?.error).toBeNull();
  });

  it.each([
    [
      'the answer to the first call was lost',
      { create: (n: number) => (n === 1 ? Promise.reject(offline()) : Promise.resolve(payment())) },
    ],
    [
      'the gateway failed',
      {
        create: (n: number) =>
          n === 1
            ? Promise.reject(new PaymentWidgetError('API_ERROR', 'x', { httpStatus: 500 }))
            : Promise.resolve(payment()),
      },
    ],
  ])('continues with the same key when %s', async (_name, script) => {
    const { session, keysOf } = await filled(script);
    await rejection(session.submit());
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling' });
    expect(session.getForm()?.fields[0]?.text).toBe('DE89');
    await session.submit();
    expect(keysOf('create')).toEqual(['key-1', 'key-1']);
  });

  it('is a new attempt with a new key after a refusal, and after a change', async () => {
    const failed = payment({ status: 'FAILED', failure: { code: 'DECLINED', message: 'Abgelehnt.' } });
    const { session, keysOf, host } = await filled({ authenticate: () => Promise.resolve(failed) });
    const error = await rejection(session.submit());
    expect(error).toMatchObject({
      code: 'PSP_ERROR',
      reason: 'DECLINED',
      message: 'The payment was not completed: DECLINED.',
    });
    expect(host.onError).toHaveBeenCalledWith(error);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', error });
    await rejection(session.submit());
    session.changeField('iban', 'DE90');
    await rejection(session.submit());
    expect(new Set(keysOf('create')).size).toBe(3);
  });

  describe('while another payment is pending', () => {
    const refusal = new PaymentWidgetError('API_ERROR', 'x', {
      httpStatus: 409,
      reason: 'errormessage.payment.pending',
    });
    const elsewhere = payment({ id: 'elsewhere', status: 'UNKNOWN' });
    /**
     * Submits with these responses to later session requests, the last of which repeats. Null stands for a lost
     * response.
     */
    const pending = async (...answers: (Session | PaymentWidgetError | null)[]) => {
      let loads = 0;
      const parts = await filled({
        create: () => Promise.reject(refusal),
        session: () => {
          const answer = loads === 0 ? gatewaySession() : answers[Math.min(loads, answers.length) - 1];
          loads += 1;
          if (answer === null || answer === undefined) return Promise.reject(offline());
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
        },
      });
      return { ...parts, submitted: parts.session.submit().catch((error: unknown) => error) };
    };

    it('has an unknown outcome if the session cannot be read, and polls until the outcome is known', async () => {
      const answers = [null, null, null, gatewaySession({ pendingPayment: elsewhere })];
      const { session, clock, host, count, submitted } = await pending(...answers);
      await clock.advance(500);
      expect(session.getSnapshot()).toMatchObject({ phase: 'outcomeUnknown' });
      expect(session.getPaymentState()).toEqual({ isProcessing: true, canSubmit: false });
      session.suspend();
      session.resume();
      await clock.advance(500);
      expect(session.getSnapshot()).toMatchObject({ phase: 'outcomeUnknown' });
      await clock.advance(10_000);
      expect(session.getSnapshot().phase).toBe('succeeded');
      expect(host.onSuccess).toHaveBeenCalledOnce();
      expect(host.onError).not.toHaveBeenCalled();
      expect([count('create'), count('get')]).toEqual([1, 1]);
      await submitted;
    });

    it('reports POLLING_TIMEOUT once at the deadline without a response, and keeps polling', async () => {
      const { session, clock, host, submitted } = await pending(null);
      await clock.advance(10 * 60_000);
      expect(await submitted).toMatchObject({ code: 'POLLING_TIMEOUT', reason: 'OUTCOME_UNKNOWN' });
      expect(host.onError).toHaveBeenCalledOnce();
      expect(session.getSnapshot().phase).toBe('outcomeUnknown');
    });

    it('shows the form for another attempt if the other payment has ended', async () => {
      const { session, clock, submitted } = await pending(null, gatewaySession());
      await clock.advance(5_000);
      expect(await submitted).toMatchObject({ code: 'PSP_ERROR', reason: 'errormessage.payment.pending' });
      expect(session.getSnapshot()).toMatchObject({ phase: 'filling' });
    });

    it('ends the widget if the session has ended', async () => {
      const { session, clock, submitted } = await pending(null, sessionExpired());
      await clock.advance(5_000);
      expect(await submitted).toMatchObject({ reason: 'errormessage.payment.session.expired' });
      expect(session.getSnapshot()).toMatchObject({ phase: 'failed', retryable: false });
    });
  });

  it('first opens the review step of a method that has one, and shows it until the end', async () => {
    const { session, count } = await filled({ methods: [smallMethod({ hasReview: true })] });
    expect(await session.submit()).toBeUndefined();
    expect(session.getSnapshot()).toMatchObject({ step: 'review' });
    expect(session.getPaymentState().canSubmit).toBe(true);
    expect(count('create')).toBe(0);
    session.back();
    expect(session.getSnapshot()).toMatchObject({ step: 'form' });
    await session.submit();
    const seen: FlowState[] = [];
    session.subscribe(() => seen.push(session.getSnapshot()));
    expect(await session.submit()).toMatchObject({ paymentRequestToken: 'request-token' });
    expect(seen[0]).toMatchObject({ phase: 'processing', step: 'review' });
  });

  it('requested twice at once opens the review step, and does not skip it', async () => {
    const { session, count } = await filled({ methods: [smallMethod({ hasReview: true })] });
    await Promise.all([session.submit(), session.submit()]);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', step: 'review' });
    expect(count('create')).toBe(0);
  });

  it.each([
    [true, undefined, 'downloadingMandate'],
    [false, 'request-token', 'succeeded'],
  ])(
    'with enableMandateDownload %s gives %s first and is %s',
    async (enableMandateDownload, token, phase) => {
      const download = {
        ...preauthed,
        nextAction: { type: 'MANDATE_DOWNLOAD' as const, url: 'http://x/m.pdf' },
      };
      const featureFlags = { ...parsedConfig().featureFlags, enableMandateDownload };
      const { session, host } = await filled({
        authenticate: () => Promise.resolve(download),
        config: { featureFlags },
      });
      expect((await session.submit())?.paymentRequestToken).toBe(token);
      expect(session.getSnapshot().phase).toBe(phase);
      expect(host.onSuccess).toHaveBeenCalledTimes(token ? 1 : 0);
      expect(await session.submit()).toMatchObject({ paymentRequestToken: 'request-token' });
      expect(host.onSuccess).toHaveBeenCalledOnce();
    },
  );

  it('of a stored instrument sends its token only', async () => {
    const old = { ...stored, token: 'i-2', expired: true };
    const { session, calls } = await started({
      session: () => Promise.resolve(gatewaySession({ paymentInstruments: [stored, old] })),
      create: () => Promise.resolve(preauthed),
    });
    session.chooseInstrument('i-2');
    expect(session.getSnapshot().phase).toBe('choosing');
    session.chooseInstrument('i-1');
    expect(session.getPaymentState().canSubmit).toBe(true);
    await session.submit();
    expect(calls[1]?.body).toEqual({ paymentMethod: 'SEPA', paymentInstrumentToken: 'i-1' });
  });

  it('with nothing to submit is rejected, and reported to the host like any error', async () => {
    const { session, host } = setUp();
    const error = await rejection(session.submit());
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(host.onError).toHaveBeenCalledExactlyOnceWith(error);
  });
});

describe('after a reload', () => {
  it.each([
    ['returns the unused token again', preauthed, 'succeeded', 0],
    ['waits for an unknown outcome', payment({ status: 'UNKNOWN' }), 'succeeded', 1],
    ['waits for the bank', payment({ status: 'AUTHENTICATED' }), 'succeeded', 1],
    [
      'shows the form again for a payment that was only created',
      payment({ status: 'CREATED' }),
      'filling',
      0,
    ],
  ])('%s', async (_name, pendingPayment, phase, asked) => {
    const { session, clock, count, host } = setUp({
      session: () => Promise.resolve(gatewaySession({ pendingPayment })),
    });
    session.start();
    await clock.advance(1_000);
    expect(session.getSnapshot().phase).toBe(phase);
    expect(count('get')).toBe(asked);
    expect(count('create') + count('authenticate')).toBe(0);
    expect(host.onSuccess).toHaveBeenCalledTimes(phase === 'succeeded' ? 1 : 0);
  });
});

describe('a decision whether to save', () => {
  it('changes the mandate, so that acceptance and signature are requested again', async () => {
    const { session, host } = await filled();
    session.changeSignature('<svg/>');
    session.changeSaving(false);
    expect(host.onPaymentStateChange).toHaveBeenLastCalledWith({ isProcessing: false, canSubmit: false });
    expect(session.getForm()).toMatchObject({ signature: undefined, invalid: ['mandate'] });
    session.changeConsent('mandate', true);
    expect(host.onPaymentStateChange).toHaveBeenLastCalledWith({ isProcessing: false, canSubmit: true });
  });
});

describe('the host', () => {
  it('receives its payment state only when it changes, and never during start', async () => {
    const { session, host } = setUp();
    session.start();
    expect(host.onPaymentStateChange).not.toHaveBeenCalled();
    await settle();
    session.changeConsent('mandate', true);
    session.changeField('iban', 'DE89');
    session.changeField('iban', 'DE8');
    session.changeConsent('mandate', false);
    expect(host.onPaymentStateChange.mock.calls).toEqual([
      [{ isProcessing: false, canSubmit: true }],
      [{ isProcessing: false, canSubmit: false }],
    ]);
  });

  it('may hide the mandate checkbox, so that nothing has to be ticked', async () => {
    const { session } = await started({
      config: { featureFlags: { ...parsedConfig().featureFlags, hideMandateCheckbox: true } },
    });
    expect(session.getPaymentState().canSubmit).toBe(true);
  });

  it('cannot break the widget with a callback that throws', async () => {
    const { session, host, thrown } = await filled();
    host.onSuccess.mockImplementation(() => {
      throw new Error('of the host');
    });
    await session.submit();
    expect(session.getSnapshot().phase).toBe('succeeded');
    expect(thrown).toMatchObject([{ message: 'of the host' }]);
  });

  it('receives nothing after destroy, and its submission ends', async () => {
    const { session, host } = await filled({
      authenticate: () => new Promise(() => undefined),
      create: () => Promise.reject(offline()),
    });
    const submitted = session.submit();
    session.destroy();
    session.destroy();
    await settle();
    expect(await submitted).toBeUndefined();
    expect(host.onError).not.toHaveBeenCalled();
    expect(session.getSnapshot().phase).toBe('destroyed');
    expect(await rejection(session.submit())).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('prefills fields, and later replaces only the values that it gives', async () => {
    const { session } = await filled({ config: { customerFields: { name: { value: 'Ada' } } } });
    const text = (): unknown[] | undefined => session.getForm()?.fields.map((field) => field.text);
    expect(text()).toEqual(['DE89', 'Ada']);
    session.changeField('accountHolder', 'Ada L');
    session.updateCustomerFields({ email: { value: 'a@b.example' } });
    expect(text()).toEqual(['DE89', 'Ada L']);
    session.updateCustomerFields({ name: { value: 'Grace', visible: false } });
    expect(text()).toEqual(['DE89', 'Grace']);
    expect(session.getForm()?.fields[1]?.visible).toBe(false);
  });

  it.each([
    ['is accepted again if it is in that language', 'de', false],
    ['stays accepted if there is none in that language', 'en', true],
  ])('may change the locale: the input is kept, and the mandate %s', async (_, language, accepted) => {
    const answers = [gatewaySession(), withMandate({ language })];
    const { session, count, config } = await filled({
      session: () => Promise.resolve(answers.shift() as Session),
    });
    session.configure({ ...config, locale: 'de' });
    await settle();
    expect(count('session')).toBe(2);
    expect(session.getForm()).toMatchObject({ fields: [{ text: 'DE89' }, {}], consents: [{ accepted }] });
  });
});

describe('the end of the session', () => {
  it('is announced two minutes before, and takes place even if the clock is changed', async () => {
    const { session, clock, host } = await filled();
    clock.jump(3_600_000);
    await clock.advance(28 * 60_000 - 1);
    expect(session.getSnapshot()).toMatchObject({ expiresSoon: false });
    await clock.advance(1);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', expiresSoon: true });
    await clock.advance(119_999);
    expect(session.getSnapshot().phase).toBe('filling');
    await clock.advance(1);
    expect(session.getSnapshot()).toMatchObject({ phase: 'failed', retryable: false });
    expect(host.onError.mock.calls[0]?.[0]).toMatchObject({
      code: 'API_ERROR',
      messageKey: 'error.session.expired',
    });
  });

  it('does not interrupt a payment in progress', async () => {
    const { session, clock } = await filled({ create: () => new Promise(() => undefined) });
    void session.submit();
    await clock.advance(60 * 60_000);
    expect(session.getSnapshot().phase).toBe('processing');
  });
});

it('keeps what was typed when another method is chosen', async () => {
  const offers = gatewaySession();
  const other = smallMethod({ paymentMethod: 'ACH' });
  const { session } = await started({
    methods: [smallMethod(), other],
    session: () =>
      Promise.resolve({
        ...offers,
        paymentMethods: [...offers.paymentMethods, { paymentMethod: 'ACH', canBeSaved: true }],
      }),
  });
  session.chooseMethod('SEPA');
  await settle();
  session.changeField('iban', 'DE89');
  session.chooseMethod('ACH');
  await settle();
  expect(session.getForm()?.fields[0]?.text).toBe('');
  session.chooseMethod('SEPA');
  await settle();
  expect(session.getForm()?.fields[0]?.text).toBe('DE89');
});

describe('secured fields of a provider', () => {
  const card = smallMethod({ flow: 'frames' });
  const action = { type: 'PROVIDER_CONFIRM', provider: 'SIMULATOR', clientSecret: 's' } as const;
  const created = payment({ nextAction: action });

  function fakeFields(changes: Partial<ProviderFields> = {}) {
    return {
      validate: vi.fn(() => Promise.resolve({})),
      focus: vi.fn(),
      showRefusal: vi.fn(),
      confirm: vi.fn(() => Promise.resolve()),
      update: vi.fn(),
      destroy: vi.fn(),
      ...changes,
    };
  }

  const besideStored: Script = {
    session: () => Promise.resolve(gatewaySession({ paymentInstruments: [stored] })),
  };

  /** Opens and fills in a card form with fake provider fields. */
  async function cards(changes: Partial<ProviderFields> = {}, script: Script = {}) {
    const fields = fakeFields(changes);
    const create = () => Promise.resolve(created);
    const parts = await filled({ methods: [card], fields: () => Promise.resolve(fields), create, ...script });
    return { ...parts, fields };
  }

  it('enable the button once they have loaded', async () => {
    let load!: (fields: ProviderFields) => void;
    const { session } = await filled({
      methods: [card],
      fields: () => new Promise((resolve) => (load = resolve)),
    });
    expect(session.getPaymentState().canSubmit).toBe(false);
    load(fakeFields());
    await settle();
    expect(session.getPaymentState().canSubmit).toBe(true);
  });

  describe('that are still loading when the button is pressed', () => {
    async function pressed() {
      let load!: (fields: ProviderFields) => void;
      let fail!: (error: unknown) => void;
      const paymentMethods = (['CREDIT_CARD', 'SEPA'] as const).map((paymentMethod) => ({
        paymentMethod,
        canBeSaved: true,
      }));
      const set = await filled({
        methods: [{ ...card, paymentMethod: 'CREDIT_CARD' }, smallMethod()],
        session: () => Promise.resolve(gatewaySession({ paymentMethods })),
        create: () => Promise.resolve(created),
        fields: () => new Promise((resolve, reject) => ([load, fail] = [resolve, reject])),
      });
      set.session.chooseMethod('CREDIT_CARD');
      await settle();
      set.session.changeField('iban', 'DE89');
      set.session.changeField('accountHolder', 'A');
      set.session.changeConsent('mandate', true);
      const outcome = set.session.submit();
      outcome.catch(() => undefined);
      await settle();
      return {
        ...set,
        outcome,
        load: (fields: ProviderFields) => load(fields),
        fail: (e: unknown) => fail(e),
      };
    }

    it('show that the widget waits for them, and are then submitted once', async () => {
      const { session, outcome, load, count, host } = await pressed();
      expect(session.getSnapshot()).toMatchObject({ phase: 'filling', isEarly: true });
      expect(session.getPaymentState().isProcessing).toBe(true);
      expect(session.submit()).toBe(outcome);
      load(fakeFields());
      expect(await outcome).toMatchObject({ paymentRequestToken: 'request-token' });
      expect(count('create')).toBe(1);
      expect(host.onError).not.toHaveBeenCalled();
    });

    it('end the wait with one error when they fail to load, and load again with the next press', async () => {
      const { session, outcome, fail, load, count, host } = await pressed();
      const blocked = new PaymentWidgetError('PSP_ERROR', 'blocked');
      fail(blocked);
      expect(await rejection(outcome)).toBe(blocked);
      expect(host.onError).toHaveBeenCalledExactlyOnceWith(blocked);
      expect(session.getPaymentState().isProcessing).toBe(false);
      const again = session.submit();
      await settle();
      load(fakeFields());
      expect(await again).toMatchObject({ paymentRequestToken: 'request-token' });
      expect(count('create')).toBe(1);
    });

    it.each<[what: string, leave: (session: PaymentFlow) => void]>([
      ['another method is chosen', (session) => session.chooseMethod('SEPA')],
      ['the widget is destroyed', (session) => session.destroy()],
    ])('are not submitted when %s meanwhile', async (_, leave) => {
      const { session, outcome, load, count } = await pressed();
      leave(session);
      expect(await outcome).toBeUndefined();
      load(fakeFields());
      await settle();
      expect(count('create')).toBe(0);
      expect(session.getPaymentState().isProcessing).toBe(false);
    });
  });

  it('can be retried when the provider did not respond', async () => {
    let attempts = 0;
    const blocked = new PaymentWidgetError('PSP_ERROR', 'blocked');
    const { session, host } = await filled({
      methods: [card],
      fields: () => ((attempts += 1) === 1 ? Promise.reject(blocked) : Promise.resolve(fakeFields())),
    });
    expect(host.onError).toHaveBeenCalledWith(blocked);
    expect(session.getSnapshot()).toMatchObject({
      phase: 'filling',
      error: blocked,
      choice: { secured: 'failed' },
    });
    session.retry();
    await settle();
    expect(session.getSnapshot()).not.toMatchObject({ error: expect.anything() as unknown });
    expect(session.getPaymentState().canSubmit).toBe(true);
    expect(session.getForm()?.fields[0]?.text).toBe('DE89');
  });

  it('are confirmed between the gateway and its authentication', async () => {
    const { session, calls, fields } = await cards();
    await session.submit();
    expect(fields.confirm).toHaveBeenCalledExactlyOnceWith(action, {
      values: { iban: 'DE89', accountHolder: '' },
      returnUrl: 'https://studio.example/join',
    });
    expect(calls.map((call) => call.name)).toEqual(['session', 'create', 'authenticate']);
    expect(calls[1]?.body).toMatchObject({ returnUrl: 'https://studio.example/join' });
  });

  it('that are invalid are counted and named with the form’s own fields, and ticked once valid', async () => {
    const focus = vi.fn();
    const cvc = 'error.card.cvc.incomplete';
    let wrong: SecuredErrors = { number: 'error.card.number.wrong', expiry: 'error.card.expiry.past', cvc };
    const { session, count } = await cards({ validate: () => Promise.resolve(wrong), focus });
    session.changeField('iban', '');
    expect((await rejection(session.submit())).message).toContain('iban, number, expiry, cvc');
    expect(session.getForm()?.invalid).toEqual(['iban', 'number', 'expiry', 'cvc']);
    expect(session.getForm()?.errors).toMatchObject({
      number: { code: 'error.card.number.wrong' },
      cvc: { code: cvc },
    });
    expect(focus).not.toHaveBeenCalled();
    session.completeSecured('SEPA', 'expiry');
    expect(session.getForm()?.invalid).toEqual(['iban', 'number', 'cvc']);
    session.changeField('iban', 'DE89');
    wrong = { cvc };
    await rejection(session.submit());
    expect(session.getForm()?.invalid).toEqual(['cvc']);
    expect(focus).toHaveBeenCalledExactlyOnceWith('cvc');
    session.focusSecured('cvc');
    expect(focus).toHaveBeenCalledTimes(2);
    expect(count('create')).toBe(0);
    wrong = {};
    await session.submit();
    expect(count('create')).toBe(1);
  });

  it('are not used for a stored card', async () => {
    const { session, count, fields } = await cards({}, besideStored);
    session.chooseMethod('SEPA');
    await settle();
    session.chooseInstrument('i-1');
    await session.submit();
    expect(count('create')).toBe(1);
    expect(fields.confirm).not.toHaveBeenCalled();
  });

  it('pay nothing if another instrument is chosen during their validation', async () => {
    let answer!: (wrong: SecuredErrors) => void;
    const validate = () => new Promise<SecuredErrors>((resolve) => (answer = resolve));
    const { session, count } = await cards({ validate }, besideStored);
    session.chooseMethod('SEPA');
    await settle();
    session.changeField('iban', 'DE89');
    session.changeConsent('mandate', true);
    const outcome = session.submit();
    session.chooseInstrument('i-1');
    answer({});
    expect(await outcome).toBeUndefined();
    expect(count('create')).toBe(0);
  });

  it.each([
    ['DECLINED', []],
    ['INSUFFICIENT_FUNDS', []],
    ['EXPIRED_CARD', ['expiry']],
    ['INCORRECT_CVC', ['cvc']],
    ['AUTHENTICATION_FAILED', []],
  ] as const)('after a decline with %s show as refused, and receive the focus: %j', async (code, refused) => {
    const failed = payment({ status: 'FAILED', failure: { code, message: 'no' } });
    const { session, fields } = await cards({}, { authenticate: () => Promise.resolve(failed) });
    await rejection(session.submit());
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', error: { reason: code } });
    expect(vi.mocked(fields.showRefusal).mock.calls.flat()).toEqual(refused);
    expect(vi.mocked(fields.focus).mock.calls.flat()).toEqual(refused);
  });

  it('are not shown as refused when a stored card is declined', async () => {
    const failed = payment({ status: 'FAILED', failure: { code: 'EXPIRED_CARD', message: 'no' } });
    const { session, fields } = await cards({}, { ...besideStored, create: () => Promise.resolve(failed) });
    session.chooseMethod('SEPA');
    await settle();
    session.chooseInstrument('i-1');
    await rejection(session.submit());
    expect(fields.showRefusal).not.toHaveBeenCalled();
    expect(fields.focus).not.toHaveBeenCalled();
  });

  it('whose confirmation was lost leave the outcome to the gateway', async () => {
    const lost = new PaymentWidgetError('PSP_ERROR', 'The frame did not respond.');
    const confirm = () => Promise.reject(lost);
    const paid = await cards({ confirm });
    expect(await paid.session.submit()).toMatchObject({ paymentRequestToken: 'request-token' });
    const unpaid = await cards({ confirm }, { authenticate: () => Promise.resolve(created) });
    expect(await rejection(unpaid.session.submit())).toBe(lost);
  });

  it.each([
    ['continues', payment({ status: 'PREAUTHED', paymentRequestToken: 'request-token' }), 'succeeded'],
    ['is submitted again', created, 'filling'],
  ] as const)(
    'of which the bank’s page has replaced the widget: a pending payment %s',
    async (_, answer, phase) => {
      const { session, calls } = await started({
        methods: [card],
        fields: () => Promise.resolve(fakeFields()),
        session: () => Promise.resolve(gatewaySession({ pendingPayment: created })),
        authenticate: () => Promise.resolve(answer),
      });
      expect(session.getSnapshot().phase).toBe(phase);
      expect(calls.map((call) => call.name)).toEqual(['session', 'authenticate']);
    },
  );

  it('that cannot be validated send nothing, and report an error', async () => {
    const error = offline();
    const { session, count, host } = await cards({ validate: () => Promise.reject(error) });
    expect(await rejection(session.submit())).toBe(error);
    expect(host.onError).toHaveBeenCalledExactlyOnceWith(error);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', error });
    expect(count('create')).toBe(0);
  });

  it.each([
    ['PSP_ERROR', 1],
    ['NETWORK_ERROR', 0],
  ] as const)('whose challenge ended with %s cancel the payment %d times', async (code, times) => {
    const failure = new PaymentWidgetError(code, 'over');
    const { session, count } = await cards(
      { confirm: () => Promise.reject(failure) },
      { authenticate: () => Promise.resolve(payment({ status: 'ACTION_REQUIRED' })) },
    );
    expect(await rejection(session.submit())).toBe(failure);
    expect(count('cancel')).toBe(times);
  });

  it('that never reached the provider are confirmed by another attempt at the next submit', async () => {
    const error = offline();
    const { session, keysOf } = await cards(
      { confirm: () => Promise.reject(error) },
      { authenticate: () => Promise.resolve(created) },
    );
    expect(await rejection(session.submit())).toBe(error);
    expect(await rejection(session.submit())).toBe(error);
    expect(new Set(keysOf('create')).size).toBe(2);
  });

  it('succeed if the payment turns out to be paid when it is cancelled', async () => {
    const { session, clock } = await cards(
      { confirm: () => Promise.reject(new PaymentWidgetError('PSP_ERROR', 'closed')) },
      {
        authenticate: () => Promise.resolve(payment({ status: 'ACTION_REQUIRED' })),
        cancel: () => Promise.reject(new PaymentWidgetError('API_ERROR', 'finished', { httpStatus: 409 })),
        get: () => Promise.resolve(payment({ status: 'PREAUTHED', paymentRequestToken: 'late-token' })),
      },
    );
    const submitted = session.submit();
    await clock.advance(500);
    expect(await submitted).toMatchObject({ paymentRequestToken: 'late-token' });
  });

  it.each([
    ['MEMBER_ACCOUNT', true],
    ['ECOM', false],
  ] as const)('know with scope %s whether the card is kept: %s', async (scope, saves) => {
    const offer = gatewaySession({ scope, savingOffered: false });
    const { session, fields } = await cards({}, { session: () => Promise.resolve(offer) });
    await session.submit();
    expect(fields.validate).toHaveBeenCalledWith({ saves });
  });

  it('are destroyed with the widget', async () => {
    const { session, fields } = await cards();
    session.destroy();
    expect(fields.destroy).toHaveBeenCalledOnce();
  });
});

describe('a method that leads to a page of the provider', () => {
  const page: PaymentMethodDefinition = {
    ...smallMethod({ paymentMethod: 'IDEAL', flow: 'page' }),
    load: () => Promise.resolve(redirectForm),
  };
  const session = (): Promise<Session> =>
    Promise.resolve(
      gatewaySession({ paymentMethods: [{ paymentMethod: 'IDEAL', canBeSaved: false }, sepaOffer()] }),
    );
  const sepaOffer = () => ({ paymentMethod: 'SEPA' as const, canBeSaved: true });
  const atBank = payment({
    paymentMethod: 'IDEAL',
    status: 'ACTION_REQUIRED',
    nextAction: { type: 'REDIRECT', url: 'https://bank.example/1' },
  });
  /** Script for a person who has returned from the bank. */
  const returned: Script = { session: async () => ({ ...(await session()), pendingPayment: atBank }) };
  const script = (more: Script = {}): Script => ({
    methods: [page, smallMethod()],
    session,
    create: () => Promise.resolve(payment({ paymentMethod: 'IDEAL' })),
    authenticate: () => Promise.resolve(atBank),
    get: () => Promise.resolve(atBank),
    ...more,
  });
  async function sent(more: Script = {}) {
    const parts = await started(script(more));
    parts.session.chooseMethod('IDEAL');
    await settle();
    return parts;
  }

  it('can be submitted immediately, sends its return address, and leaves the page', async () => {
    const { session: widget, calls, redirects } = await sent();
    expect(widget.getPaymentState()).toEqual({ isProcessing: false, canSubmit: true });
    void widget.submit();
    await settle();
    expect(calls.find(({ name }) => name === 'create')?.body).toEqual({
      paymentMethod: 'IDEAL',
      returnUrl: 'https://studio.example/join',
    });
    expect(redirects).toEqual(['https://bank.example/1']);
    expect(widget.getSnapshot()).toMatchObject({ phase: 'awaitingAction', payment: atBank });
  });

  it('does not redirect to an address that is not allowed, and another method can be chosen', async () => {
    const { session: widget, redirects, host } = await sent({ refuseRedirect: true });
    expect(await rejection(widget.submit())).toMatchObject({ code: 'PSP_ERROR' });
    expect(redirects).toEqual([]);
    expect(host.onError).toHaveBeenCalledOnce();
    widget.chooseMethod('SEPA');
    expect(widget.getSnapshot()).toMatchObject({
      phase: 'filling',
      choice: { method: { paymentMethod: 'SEPA' } },
    });
  });

  it('is polled after the person has returned, without another redirect', async () => {
    let answer = atBank;
    const parts = await started(script({ ...returned, get: () => Promise.resolve(answer) }));
    expect(parts.session.getSnapshot()).toMatchObject({ phase: 'awaitingAction', payment: atBank });
    answer = payment({ paymentMethod: 'IDEAL', status: 'UNKNOWN' });
    await parts.clock.advance(500);
    expect(parts.session.getSnapshot()).toMatchObject({
      phase: 'awaitingAction',
      payment: { status: 'UNKNOWN' },
    });
    answer = { ...preauthed, paymentMethod: 'IDEAL' };
    await parts.clock.advance(1_000);
    expect(parts.session.getSnapshot().phase).toBe('succeeded');
    expect(parts.host.onSuccess).toHaveBeenCalledOnce();
    expect(parts.redirects).toEqual([]);
  });

  it('that was declined returns to the list with the error', async () => {
    const failure = { code: 'DECLINED', message: 'x' } as const;
    const failed = payment({ paymentMethod: 'IDEAL', status: 'FAILED', failure });
    const { session: widget, clock } = await started(
      script({ ...returned, get: () => Promise.resolve(failed) }),
    );
    await clock.advance(500);
    expect(widget.getSnapshot()).toMatchObject({
      phase: 'choosing',
      error: { code: 'PSP_ERROR', messageKey: 'error.payment.reason.DECLINED' },
    });
    widget.chooseMethod('SEPA');
    await settle();
    expect(widget.getSnapshot().phase).toBe('filling');
  });

  it('is cancelled immediately for another method', async () => {
    let answer = atBank;
    const parts = await sent({
      get: () => Promise.resolve(answer),
      cancel: () => {
        answer = payment({ paymentMethod: 'IDEAL', status: 'CANCELLED' });
        return Promise.resolve(answer);
      },
    });
    const submitted = rejection(parts.session.submit());
    // The next poll is now ten seconds away.
    await parts.clock.advance(20_000);
    parts.session.back();
    await settle();
    expect(await submitted).toMatchObject({ messageKey: 'error.payment.reason.CANCELLED_BY_PAYER' });
    expect(parts.session.getSnapshot().phase).toBe('filling');
  });

  it('that was paid at the last moment succeeds even if the person has cancelled it', async () => {
    let answer = atBank;
    const parts = await sent({
      get: () => Promise.resolve(answer),
      cancel: () => {
        answer = { ...preauthed, paymentMethod: 'IDEAL' };
        return Promise.reject(new PaymentWidgetError('API_ERROR', 'finished', { httpStatus: 409 }));
      },
    });
    void parts.session.submit();
    await settle();
    parts.session.back();
    await settle();
    await settle();
    expect(parts.session.getSnapshot().phase).toBe('succeeded');
  });

  it('stays open past its deadline, and a retry finds the outcome', async () => {
    let answer = atBank;
    const parts = setUp(
      script({
        session: async () => ({
          ...(await session()),
          tokenValidUntil: '2027-01-01T12:30:00Z',
          pendingPayment: atBank,
        }),
        get: () => Promise.resolve(answer),
      }),
    );
    parts.session.start();
    await parts.clock.advance(15 * 60_000 + 10_000);
    expect(parts.host.onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'POLLING_TIMEOUT' }),
    );
    expect(parts.session.getSnapshot().phase).toBe('awaitingAction');
    answer = { ...preauthed, paymentMethod: 'IDEAL' };
    parts.session.retry();
    await settle();
    expect(parts.session.getSnapshot().phase).toBe('succeeded');
    expect(parts.host.onSuccess).toHaveBeenCalledOnce();
  });
});

describe('a widget that was removed from the page', () => {
  it('reports and changes nothing, and continues where it was when it is put back', async () => {
    const { session, host, count } = await filled({ create: () => new Promise(() => undefined) });
    host.onPaymentStateChange.mockClear();
    session.suspend();
    session.changeField('iban', 'lost');
    await settle();
    expect(host.onPaymentStateChange).not.toHaveBeenCalled();
    session.resume();
    await settle();
    expect(session.getSnapshot().phase).toBe('filling');
    expect(session.getForm()?.fields[0]?.text).toBe('DE89');
    expect(count('session')).toBe(1);
    expect(host.onError).not.toHaveBeenCalled();
  });

  it('queries the outcome of a payment, sends no other, and reports the outcome once', async () => {
    let answer!: (payment: Payment) => void;
    let isBack = false;
    const { session, host, clock, count } = await filled({
      create: () => new Promise((resolve) => (answer = resolve)),
      session: () =>
        Promise.resolve(
          gatewaySession(isBack ? { pendingPayment: payment({ status: 'AUTHENTICATED' }) } : undefined),
        ),
    });
    const outcome = session.submit();
    await settle();
    session.suspend();
    isBack = true;
    session.resume();
    answer(preauthed);
    expect(await outcome).toBeUndefined();
    await clock.advance(10_000);
    expect(session.getSnapshot().phase).toBe('succeeded');
    expect(count('create')).toBe(1);
    expect(host.onSuccess).toHaveBeenCalledTimes(1);
    expect(host.onError).not.toHaveBeenCalled();
  });

  it('keeps the idempotency key of what it has sent: the same form is the same attempt', async () => {
    let cutOff!: (reason: Error) => void;
    const { session, keysOf } = await filled({
      create: (times) =>
        times === 1 ? new Promise((_, reject) => (cutOff = reject)) : Promise.resolve(payment()),
    });
    const outcome = session.submit();
    await settle();
    session.suspend();
    cutOff(new DOMException('Cut off.', 'AbortError'));
    expect(await outcome).toBeUndefined();
    session.resume();
    await settle();
    session.changeField('iban', 'DE89');
    session.changeConsent('mandate', true);
    await session.submit();
    expect(keysOf('create')).toEqual(['key-1', 'key-1']);
  });

  it('stays destroyed', async () => {
    const { session } = await filled();
    session.destroy();
    session.resume();
    expect(session.getSnapshot().phase).toBe('destroyed');
  });
});
