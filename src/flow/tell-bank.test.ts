import { describe, expect, it } from 'vitest';
import { sepaForm } from '../methods/sepa-form.js';
import { smallMethod } from '../testing/fixtures.js';
import { settle } from '../testing/manual-clock.js';
import { offline, type Script, setUp } from '../testing/scripted-flow.js';
import { tellBank } from './tell-bank.js';

const right = 'DE89 3704 0044 0532 0130 00';

async function filling(script: Script = {}) {
  const parts = setUp({ methods: [smallMethod({ load: () => Promise.resolve(sepaForm) })], ...script });
  parts.session.start();
  await settle();
  tellBank(parts.session);
  const type = async (text: string): Promise<void> => {
    parts.session.changeField('iban', text);
    await settle();
  };
  const note = (): string | undefined =>
    parts.session.getForm()?.fields.find(({ definition }) => definition.name === 'iban')?.note;
  const asked = (): readonly unknown[] =>
    parts.calls.filter(({ name }) => name === 'bank').map(({ body }) => body);
  return { ...parts, type, note, asked };
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

  it('is not said of another IBAN that was typed meanwhile', async () => {
    let answer: (bank: object) => void = () => undefined;
    const banks = [new Promise<object>((resolve) => (answer = resolve)), Promise.resolve({})];
    const { type, note, asked } = await filling({ bank: () => banks.shift() ?? Promise.resolve({}) });
    await type(right);
    await type('NL91 ABNA 0417 1643 00');
    answer({ bankName: 'Commerzbank' });
    await settle();
    expect(asked()).toHaveLength(2);
    expect(note()).toBeUndefined();
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
