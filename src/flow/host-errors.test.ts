import { describe, expect, it, vi } from 'vitest';
import type { ParsedConfig } from '../config/config.js';
import { gatewaySession, payment, smallMethod } from '../testing/fixtures.js';
import { settle } from '../testing/manual-clock.js';
import { filled, offline, preauthed, setUp, started } from '../testing/scripted-flow.js';

async function unreachable(onError?: () => unknown) {
  let answers = 0;
  const parts = setUp({
    session: () => ((answers += 1) === 1 ? Promise.reject(offline()) : Promise.resolve(gatewaySession())),
    // Overrides the `onError` that the helper would otherwise set.
    config: { onError } as Partial<ParsedConfig>,
  });
  parts.session.start();
  await settle();
  const state = parts.session.getSnapshot();
  if (state.phase !== 'failed') throw new Error(`It is ${state.phase}.`);
  return { ...parts, error: state.error };
}

describe('an error of the payment', () => {
  it.each([
    ['without onError', undefined, true],
    ['with one that returns nothing', () => undefined, false],
    ['with one that returns something else', () => 'shown', false],
    ["with one that returns 'show'", () => 'show', true],
    [
      'with one that throws',
      () => {
        throw new Error('host');
      },
      true,
    ],
  ])('%s is shown by the widget: %s %s', async (_name, onError, isShown) => {
    const { session, error } = await unreachable(onError);
    expect(session.shows(error)).toBe(isShown);
  });

  it('is left behind by retry(), which loads the session again', async () => {
    const { session, count } = await unreachable(() => undefined);
    session.retry();
    await settle();
    expect(count('session')).toBe(2);
    expect(session.getSnapshot().phase).toBe('filling');
    session.retry();
    await settle();
    expect(count('session')).toBe(2);
  });
});

describe('a connection that returns', () => {
  it('loads the session again without a press', async () => {
    const { session, count } = await unreachable();
    session.reconnect();
    await settle();
    expect(count('session')).toBe(2);
    expect(session.getSnapshot().phase).toBe('filling');
  });

  it('sends no payment by itself', async () => {
    let isOffline = true;
    const { session, count } = await filled({
      create: () => (isOffline ? Promise.reject(offline()) : Promise.resolve(preauthed)),
    });
    await session.submit().catch(() => undefined);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', error: { code: 'NETWORK_ERROR' } });
    isOffline = false;
    session.reconnect();
    await settle();
    expect(session.getSnapshot()).not.toMatchObject({ error: expect.anything() as unknown });
    expect([count('create'), count('session')]).toEqual([1, 1]);
    await session.submit();
    expect(session.getSnapshot().phase).toBe('succeeded');
  });

  it('shows the form of the only method, whose code could not be loaded', async () => {
    const { session } = await started({
      methods: [
        smallMethod({
          load: vi
            .fn(() => smallMethod().load())
            .mockRejectedValueOnce(new Error('offline'))
            .mockRejectedValueOnce(new Error('offline')),
        }),
      ],
    });
    await settle();
    expect(session.getSnapshot()).toMatchObject({ phase: 'choosing', error: { code: 'NETWORK_ERROR' } });
    session.reconnect();
    await settle();
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling' });
    expect(session.getForm()).toBeDefined();
  });
});

describe('what cannot be shown', () => {
  it('is told once, however many elements it concerns, and is left behind by retry()', async () => {
    const { session, host } = await started();
    const fault = new TypeError('of the widget');
    session.breakDown(fault);
    session.breakDown(fault);
    expect(host.onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'GENERIC_ERROR', cause: fault }),
    );
    expect(session.getSnapshot()).toMatchObject({ phase: 'failed', retryable: true });
    session.retry();
    await settle();
    expect(session.getSnapshot().phase).toBe('filling');
  });

  it('may be the form itself: the page that typed into it is not thrown at', async () => {
    const { session, host } = await started({
      methods: [
        smallMethod({
          load: () =>
            Promise.resolve({
              fields: ({ texts }) => {
                if (texts.iban) throw new TypeError('of the form');
                return [];
              },
              consents: () => [],
              toDetails: () => ({}),
            }),
        }),
      ],
    });
    session.changeField('iban', 'DE');
    expect(host.onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'GENERIC_ERROR' }));
    expect(session.getSnapshot().phase).toBe('failed');
  });

  it('while a payment is under way: nothing goes on unseen, and retry() finds its outcome, once', async () => {
    const waiting = payment({ status: 'ACTION_REQUIRED' });
    let pendingPayment: typeof waiting | undefined;
    const { session, host, clock, count } = await filled({
      session: () => Promise.resolve(gatewaySession(pendingPayment && { pendingPayment })),
      authenticate: () => Promise.resolve((pendingPayment = waiting)),
    });
    const submitted = session.submit();
    await settle();
    session.breakDown(new TypeError('of the widget'));
    await clock.advance(60_000);
    expect(await submitted).toBeUndefined();
    expect(count('get')).toBe(0);
    session.retry();
    await clock.advance(1_000);
    expect(session.getSnapshot().phase).toBe('succeeded');
    expect(host.onSuccess).toHaveBeenCalledOnce();
    expect(host.onError).toHaveBeenCalledOnce();
    expect(count('create')).toBe(1);
  });

  it('once the host has the token is no error: nobody is to pay again', async () => {
    const { session, host } = await filled({ authenticate: () => Promise.resolve(preauthed) });
    await session.submit();
    session.breakDown(new TypeError('of the widget'));
    expect(host.onError).not.toHaveBeenCalled();
    expect(session.getSnapshot().phase).toBe('succeeded');
  });
});
