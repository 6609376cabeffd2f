import { describe, expect, it } from 'vitest';
import { sepaForm } from '../methods/sepa-form.js';
import { payment, smallMethod } from '../testing/fixtures.js';
import { settle } from '../testing/manual-clock.js';
import { offline, type Script, setUp } from '../testing/scripted-flow.js';
import { showBank } from './show-bank.js';

const right = 'DE89 3704 0044 0532 0130 00';

async function filling(script: Script = {}) {
  const parts = setUp({ methods: [smallMethod({ load: () => Promise.resolve(sepaForm) })], ...script });
  parts.session.start();
  await settle();
  showBank(parts.session);
  const type = async (text: string): Promise<void> => {
    parts.session.changeField('iban', text);
    await settle();
  };
  const note = (): string | undefined =>
    parts.session.getForm()?.fields.find(({ definition }) => definition.name === 'iban')?.note;
  const asked = (): readonly unknown[] =>
    parts.calls.filter(({ name }) => name === 'bank').map(({ body }) => body);
  const signals = (): readonly AbortSignal[] =>
    parts.calls.flatMap(({ name, signal }) => (name === 'bank' && signal ? [signal] : []));
  return { ...parts, type, note, asked, signals };
}

const commerzbank = (): Promise<{ bankName: string }> => Promise.resolve({ bankName: 'Commerzbank' });

describe('the bank of an account', () => {
  it('is asked for once the IBAN is right, once for each', async () => {
    const { type, note, asked } = await filling({ bank: commerzbank });
    for (const end of [4, 10, 26]) await type(right.slice(0, end));
    expect(asked()).toEqual([]);
    await type(right);
    await type(right);
    expect(asked()).toEqual(['DE89370400440532013000']);
    expect(note()).toBe('Commerzbank');
  });

  it('goes with the IBAN, and comes back with it', async () => {
    const { type, note } = await filling({ bank: commerzbank });
    await type(right);
    await type(right.slice(0, -1));
    expect(note()).toBeUndefined();
    await type(right);
    expect(note()).toBe('Commerzbank');
  });

  it('is not asked for any longer when the IBAN has become another one, whose bank stays', async () => {
    let answer: (bank: object) => void = () => undefined;
    const banks = [
      new Promise<object>((resolve) => (answer = resolve)),
      Promise.resolve({ bankName: 'ABN AMRO' }),
    ];
    const { type, note, asked, signals } = await filling({
      bank: () => banks.shift() ?? Promise.resolve({}),
    });
    await type(right);
    expect(signals().map(({ aborted }) => aborted)).toEqual([false]);
    await type('NL91 ABNA 0417 1643 00');
    expect(signals()[0]?.aborted).toBe(true);
    answer({ bankName: 'Commerzbank' });
    await settle();
    expect(note()).toBe('ABN AMRO');
    await type(right);
    expect(asked()).toHaveLength(3);
  });

  it('is asked for no longer once the payment is on its way, and again when it was declined', async () => {
    const { type, session, signals, note } = await filling({
      bank: () => (signals().length > 1 ? commerzbank() : new Promise(() => undefined)),
      create: () =>
        Promise.resolve(payment({ status: 'FAILED', failure: { code: 'DECLINED', message: 'no' } })),
    });
    await type(right);
    session.changeField('accountHolder', 'Mara Lindner');
    session.changeConsent('mandate', true);
    await expect(session.submit()).rejects.toMatchObject({ code: 'PSP_ERROR' });
    await settle();
    expect(signals()[0]?.aborted).toBe(true);
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling' });
    expect(note()).toBe('Commerzbank');
  });

  it('ends with the widget', async () => {
    const { type, session, signals } = await filling({ bank: () => new Promise(() => undefined) });
    await type(right);
    session.destroy();
    expect(signals()[0]?.aborted).toBe(true);
  });

  it.each([
    ['is not known', () => Promise.resolve({})],
    ['cannot be asked for', () => Promise.reject(offline())],
  ])('that %s changes nothing, and nobody hears of it', async (_, bank) => {
    const { type, note, host, session } = await filling({ bank });
    await type(right);
    expect(note()).toBeUndefined();
    expect(host.onError).not.toHaveBeenCalled();
    expect(session.getSnapshot()).toMatchObject({ phase: 'filling' });
  });

  it('holds nothing up', async () => {
    const { type, session, count } = await filling({ bank: () => new Promise(() => undefined) });
    await type(right);
    session.changeField('accountHolder', 'Mara Lindner');
    session.changeConsent('mandate', true);
    expect(session.getPaymentState()).toEqual({ isProcessing: false, canSubmit: true });
    await session.submit();
    expect(count('create')).toBe(1);
  });
});
