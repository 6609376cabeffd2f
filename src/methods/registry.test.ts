import { describe, expect, it } from 'vitest';
import english from '../../locales/en.json';
import { filledForm, formContext } from '../testing/form-context.js';
import { paymentMethods } from './registry.js';

describe.each([...paymentMethods.values()])('the method $paymentMethod', (method) => {
  it('has a text for everything it shows', async () => {
    const form = await method.load();
    const context = formContext(method.paymentMethod);
    const keys = [
      `method.${method.paymentMethod}`,
      ...form
        .fields(context)
        .flatMap(({ labelKey, hintKey, options }) => [
          labelKey,
          ...(hintKey ? [hintKey] : []),
          ...(options ?? []).map((option) => option.labelKey),
        ]),
      ...form.consents(context).map(({ labelKey }) => labelKey),
      ...(form.info
        ? [form.info(context).key, ...form.info(context).facts.map(({ labelKey }) => labelKey)]
        : []),
    ];
    expect(keys.filter((key) => !Object.hasOwn(english, key))).toEqual([]);
  });
});

describe.each([
  ['CASH', 'cash.info.save', 'cash.info.pay', []],
  [
    'BANK_TRANSFER',
    'bankTransfer.info.save',
    'bankTransfer.info.pay',
    [{ labelKey: 'bankTransfer.reference', value: 'Membership 4711' }],
  ],
] as const)('%s', (paymentMethod, whenSaved, whenPaid, facts) => {
  it('asks for nothing, sends nothing, and says what will happen', async () => {
    const form = await paymentMethods.get(paymentMethod)?.load();
    if (!form) throw new Error(`${paymentMethod} is not in the registry.`);
    const session = { referenceText: 'Membership 4711' };
    const saved = filledForm(form, formContext(paymentMethod, { session }), {});
    expect(saved).toMatchObject({ fields: [], consents: [], invalid: [], info: { key: whenSaved, facts } });
    expect(form.toDetails(saved.values)).toBeUndefined();

    const amount = { amount: 29.9, currency: 'EUR' };
    const paid = filledForm(form, formContext(paymentMethod, { session: { amount } }), {});
    expect(paid.info?.key).toBe(whenPaid);
  });
});
