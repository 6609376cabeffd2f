import { describe, expect, it, vi } from 'vitest';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { ExpressButtonsOptions, WalletApproval } from '../providers/provider.js';
import type { ExpressHost } from '../providers/secured-fields.js';
import { gatewaySession, parsedConfig, payment, smallMethod } from '../testing/fixtures.js';
import { settle } from '../testing/manual-clock.js';
import { preauthed, rejection, type Script, setUp, visiblePage } from '../testing/scripted-flow.js';
import type { FlowCore } from './flow-core.js';
import { showExpress } from './show-express.js';
import { Submission } from './submission.js';

type Actions = Pick<ExpressButtonsOptions, 'canPay' | 'onApprove'>;

const action = { type: 'PROVIDER_CONFIRM', provider: 'SIMULATOR', clientSecret: 's' } as const;
const featureFlags = { ...parsedConfig().featureFlags, enableExpressCheckout: true };
const offers = (['CREDIT_CARD', 'SEPA'] as const).map((paymentMethod) => ({
  paymentMethod,
  canBeSaved: true,
}));

/** Sets up a list with cards and SEPA, in a page that wants express checkout, with a fake row of buttons. */
async function list(script: Script = {}, session = gatewaySession({ paymentMethods: offers })) {
  const opened: Actions[] = [];
  const open = vi.fn<ExpressHost['openExpress']>((_offer, _session, actions) => {
    opened.push(actions);
    return Promise.resolve();
  });
  const onUnavailable = vi.fn<(reason: string) => void>();
  let keys = 0;
  const parts = setUp({
    methods: [smallMethod({ paymentMethod: 'CREDIT_CARD' }), smallMethod()],
    session: () => Promise.resolve(session),
    create: () => Promise.resolve(payment({ paymentMethod: 'CREDIT_CARD', nextAction: action })),
    prepareSubmission: () =>
      Promise.resolve((core: FlowCore) => {
        const submission = new Submission(core, { ...visiblePage, newKey: () => `key-${(keys += 1)}` });
        showExpress(core, submission, {
          load: () => Promise.resolve({ openExpress: open }),
          onUnavailable,
        });
        return submission;
      }),
    ...script,
    config: { featureFlags, ...script.config },
  });
  parts.session.start(script.prefetched);
  await settle();
  return { ...parts, open, opened, onUnavailable };
}

function approval(confirm: WalletApproval['confirm'] = () => Promise.resolve()): WalletApproval {
  return { wallet: 'APPLE_PAY', confirm };
}

describe('the buttons of wallets', () => {
  it('are opened once, and shown when they are ready', async () => {
    const { session, open } = await list();
    expect(open).toHaveBeenCalledTimes(1);
    expect(open.mock.calls[0]?.[0]).toMatchObject({ paymentMethod: 'CREDIT_CARD' });
    expect(session.getSnapshot()).toMatchObject({ phase: 'choosing', express: true });
    session.chooseMethod('SEPA');
    session.back();
    expect(session.getSnapshot()).toMatchObject({ phase: 'choosing', express: true });
    expect(open).toHaveBeenCalledTimes(1);
  });

  it.each<[why: string, script: Script, session?: ReturnType<typeof gatewaySession>]>([
    ['the page does not ask for them', { config: { featureFlags: parsedConfig().featureFlags } }],
    ['the page hides the buttons', { config: { hidePaymentButton: true } }],
    ['the session offers no cards', {}, gatewaySession({ paymentMethods: offers.slice(1) })],
  ])('are not opened if %s', async (_, script, session) => {
    const { open } = await list(script, session);
    expect(open).not.toHaveBeenCalled();
  });

  it('are opened when the page asks for them later', async () => {
    const off = { ...featureFlags, enableExpressCheckout: false };
    const { session, config, open } = await list({ config: { featureFlags: off } });
    session.configure({ ...config, featureFlags });
    await settle();
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('wait until the gateway has confirmed a prefetched session', async () => {
    let confirm = (): void => undefined;
    const session = gatewaySession({ paymentMethods: offers });
    const { open } = await list({
      prefetched: session,
      session: () => new Promise((resolve) => (confirm = () => resolve(session))),
    });
    expect(open).not.toHaveBeenCalled();
    confirm();
    await settle();
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('are opened again when the widget returns to the page', async () => {
    const { session, open } = await list();
    session.suspend();
    session.resume();
    await settle();
    expect(open).toHaveBeenCalledTimes(2);
    expect(session.getSnapshot()).toMatchObject({ express: true });
  });

  it('that cannot be shown leave no trace for the payer, and tell a developer why', async () => {
    const { session, open, onUnavailable, host } = await list();
    open.mockRejectedValueOnce(new PaymentWidgetError('PSP_ERROR', 'The page is not allowed.'));
    session.suspend();
    session.resume();
    await settle();
    expect(session.getSnapshot()).toMatchObject({ phase: 'choosing', express: false });
    expect(onUnavailable).toHaveBeenCalledExactlyOnceWith('The page is not allowed.');
    expect(host.onError).not.toHaveBeenCalled();
  });
});

describe('a payment by wallet', () => {
  it('is a payment by card, confirmed with what the wallet has', async () => {
    const confirm = vi.fn<WalletApproval['confirm']>(() => Promise.resolve());
    const { session, opened, calls, host } = await list();
    await opened[0]?.onApprove(approval(confirm));
    expect(calls.map(({ name }) => name)).toEqual(['session', 'create', 'authenticate']);
    expect(calls[1]?.body).toEqual({
      paymentMethod: 'CREDIT_CARD',
      details: { wallet: 'APPLE_PAY' },
      returnUrl: 'https://studio.example/join',
    });
    expect(confirm).toHaveBeenCalledExactlyOnceWith(action, 'https://studio.example/join');
    expect(session.getSnapshot()).toMatchObject({ phase: 'succeeded' });
    expect(host.onSuccess).toHaveBeenCalledTimes(1);
  });

  it('saves nothing where saving is the payer’s choice', async () => {
    const { opened, calls } = await list(
      {},
      gatewaySession({ paymentMethods: offers, scope: 'ECOM', savingOffered: true }),
    );
    await opened[0]?.onApprove(approval());
    expect(calls[1]?.body).toMatchObject({ savePaymentInstrument: false });
  });

  it('that is declined returns to the list, or to the form with its entries, and can be repeated', async () => {
    const declined = payment({
      status: 'FAILED',
      failure: { code: 'EXPIRED_CARD', message: 'The card has expired.' },
    });
    let outcome = declined;
    const { session, opened, keysOf, host } = await list({ authenticate: () => Promise.resolve(outcome) });
    const [actions] = opened;
    expect(await rejection(actions!.onApprove(approval()))).toMatchObject({ reason: 'EXPIRED_CARD' });
    expect(session.getSnapshot()).toMatchObject({ phase: 'choosing', error: { code: 'PSP_ERROR' } });
    session.chooseMethod('SEPA');
    await settle();
    session.changeField('iban', 'DE89');
    await rejection(actions!.onApprove(approval()));
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', error: { code: 'PSP_ERROR' } });
    expect(session.getForm()?.fields[0]?.text).toBe('DE89');
    expect(host.onError).toHaveBeenCalledTimes(2);
    outcome = preauthed;
    await actions!.onApprove(approval());
    expect(new Set(keysOf('create')).size).toBe(3);
    expect(session.getSnapshot()).toMatchObject({ phase: 'succeeded' });
  });

  it('marks no field of the card form, which it does not use', async () => {
    const showRefusal = vi.fn();
    const fields = {
      validate: () => Promise.resolve({}),
      focus: vi.fn(),
      showRefusal,
      confirm: () => Promise.resolve(),
      update: () => undefined,
      destroy: () => undefined,
    };
    const { session, opened } = await list({
      methods: [smallMethod({ paymentMethod: 'CREDIT_CARD', flow: 'frames' }), smallMethod()],
      fields: () => Promise.resolve(fields),
      authenticate: () =>
        Promise.resolve(
          payment({ status: 'FAILED', failure: { code: 'INCORRECT_CVC', message: 'The code is wrong.' } }),
        ),
    });
    session.chooseMethod('CREDIT_CARD');
    await settle();
    await rejection(opened[0]!.onApprove(approval()));
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', error: { reason: 'INCORRECT_CVC' } });
    expect(showRefusal).not.toHaveBeenCalled();
  });

  it('runs alone: neither another wallet nor the main button starts a second one', async () => {
    let decide = (): void => undefined;
    const { session, opened, count } = await list({
      authenticate: () => new Promise((resolve) => (decide = () => resolve(preauthed))),
    });
    const [actions] = opened;
    const paying = actions!.onApprove(approval());
    await settle();
    expect(session.getPaymentState().isProcessing).toBe(true);
    expect(actions!.canPay()).toBe(false);
    await rejection(actions!.onApprove(approval()));
    const submitted = session.submit();
    decide();
    await paying;
    expect(await submitted).toMatchObject({ paymentRequestToken: 'request-token' });
    expect(count('create')).toBe(1);
  });

  it('cannot start during the pause after too many attempts, or after the end', async () => {
    const { session, opened } = await list({
      create: () =>
        Promise.reject(new PaymentWidgetError('API_ERROR', 'Too many attempts.', { retryAfter: 60 })),
    });
    const [actions] = opened;
    expect(actions!.canPay()).toBe(true);
    await rejection(actions!.onApprove(approval()));
    expect(actions!.canPay()).toBe(false);
    session.destroy();
    expect(actions!.canPay()).toBe(false);
  });
});
