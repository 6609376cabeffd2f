import { describe, expect, it } from 'vitest';
import type { StoredPaymentInstrument } from '@upc/contract/gateway';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { gatewaySession } from '../testing/fixtures.js';
import { settle } from '../testing/manual-clock.js';
import { type Script, setUp } from '../testing/scripted-flow.js';

const stored = (token: string): StoredPaymentInstrument => ({
  token,
  paymentMethod: 'SEPA',
  details: {},
  expired: false,
  removable: true,
});

async function started(tokens: readonly string[], script: Script = {}) {
  const paymentInstruments = tokens.map(stored);
  const parts = setUp({ session: () => Promise.resolve(gatewaySession({ paymentInstruments })), ...script });
  parts.session.start();
  await settle();
  const left = (): readonly string[] => {
    const state = parts.session.getSnapshot();
    return 'session' in state ? state.session.paymentInstruments.map(({ token }) => token) : [];
  };
  return { ...parts, left };
}

describe('removing a stored instrument', () => {
  it('takes it from the list, and the choice with it', async () => {
    const { session, left, calls } = await started(['one', 'two']);
    session.chooseInstrument('one');
    session.removeInstrument('one');
    await settle();
    expect(calls.filter(({ name }) => name === 'remove')).toEqual([{ name: 'remove', key: 'one' }]);
    expect(left()).toEqual(['two']);
    expect(session.getSnapshot().phase).toBe('choosing');
  });

  it('leaves another choice alone', async () => {
    const { session, left } = await started(['one', 'two']);
    session.chooseInstrument('two');
    session.removeInstrument('one');
    await settle();
    expect(left()).toEqual(['two']);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', choice: { token: 'two' } });
  });

  it('opens the form of the only method where nothing else is left', async () => {
    const { session } = await started(['one']);
    session.removeInstrument('one');
    await settle();
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', choice: { kind: 'method' } });
  });

  it('that is refused keeps it, and says so', async () => {
    const refusal = new PaymentWidgetError('API_ERROR', 'in use', { httpStatus: 409 });
    const { session, left, host } = await started(['one', 'two'], { remove: () => Promise.reject(refusal) });
    session.chooseInstrument('one');
    session.removeInstrument('one');
    await settle();
    expect(left()).toEqual(['one', 'two']);
    expect(host.onError).toHaveBeenCalledExactlyOnceWith(refusal);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling', error: refusal });
  });
});
