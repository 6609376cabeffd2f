import { describe, expect, it } from 'vitest';
import type { CustomerFields } from '../config/config.js';
import type { PaymentMethod } from '@upc/contract/gateway';
import { paymentMethods } from '../methods/registry.js';
import { sepaFormWithAddress } from '../methods/sepa-form-with-address.js';
import { filledForm, formContext } from '../testing/form-context.js';
import { mergeCustomerFields } from './customer-fields.js';
import { emptyForm, type FormState } from './form.js';
import { describeForm, type FormView } from './form-view.js';

const everything = {
  name: { value: 'Zoë Canary' },
  email: { value: 'zoe@example.org' },
  address: {
    line1: { value: 'Seestrasse 4' },
    line2: { value: 'c/o Ammann' },
    city: { value: 'Zürich' },
    postalCode: { value: '8001' },
    state: { value: 'ZH' },
    country: { value: 'ch' },
  },
} satisfies CustomerFields;

const address = {
  'address.line1': 'Seestrasse 4',
  'address.line2': 'c/o Ammann',
  'address.postalCode': '8001',
  'address.city': 'Zürich',
  'address.state': 'ZH',
  'address.country': 'CH',
};
const holder = { accountHolder: 'Zoë Canary' };
const nothing = {};

/** Prefilled fields that each method uses, with their values. */
const used: Readonly<Record<PaymentMethod, Readonly<Record<string, string>>>> = {
  CREDIT_CARD: { cardHolder: 'Zoë Canary' },
  SEPA: holder,
  CH_DD: { ...holder, ...address },
  LSV: { ...holder, ...address },
  BACS: { ...holder, email: 'zoe@example.org', ...address },
  ACH: holder,
  BECS: nothing,
  IDEAL: nothing,
  BANCONTACT: nothing,
  PAYPAL: nothing,
  TWINT: nothing,
  BANK_TRANSFER: nothing,
  CASH: nothing,
};

async function formOf(
  paymentMethod: PaymentMethod,
  customerFields: CustomerFields,
  state: Partial<FormState> = {},
): Promise<FormView> {
  const method = paymentMethods.get(paymentMethod);
  if (!method) throw new Error(`${paymentMethod} is not in the registry.`);
  const texts = state.texts ?? {};
  return describeForm(await method.load(), formContext(paymentMethod, { customerFields, texts }), {
    ...emptyForm,
    ...state,
  });
}

/** Returns the same fields with `visible: false`. */
function hidden(fields: typeof everything): CustomerFields {
  const hide = <Fields extends object>(all: Fields): Fields =>
    Object.fromEntries(
      Object.entries(all).map(([name, field]) => [name, { ...(field as object), visible: false }]),
    ) as Fields;
  const { name, email } = fields;
  return { ...hide({ name, email }), address: hide(fields.address) };
}

const methods = Object.keys(used) as readonly PaymentMethod[];

it('all methods are spoken of', () => {
  expect(methods.toSorted()).toEqual([...paymentMethods.keys()].toSorted());
});

describe.each(methods)('%s', (method) => {
  const names = Object.keys(used[method]);

  it('is prefilled with all it can use', async () => {
    const { fields, values } = await formOf(method, everything);
    expect(Object.fromEntries(names.map((name) => [name, values[name]]))).toEqual(used[method]);
    const prefilled = fields.filter(({ definition }) => definition.customerField);
    expect(prefilled.map(({ definition }) => definition.name)).toEqual(names);
    expect(prefilled.every(({ visible, error }) => visible && error === null)).toBe(true);
  });

  it('uses what is not to be seen, without showing it', async () => {
    const { fields, values } = await formOf(method, hidden(everything));
    expect(values).toMatchObject(used[method]);
    const shown = fields.filter(({ visible }) => visible).map(({ definition }) => definition.name);
    expect(shown.filter((name) => names.includes(name))).toEqual([]);
  });

  it('shows what is wrong, hidden or not, at once', async () => {
    const bad = { value: 'Line\r\nbreak' };
    const wrong = {
      name: bad,
      email: bad,
      address: {
        line1: bad,
        line2: bad,
        city: bad,
        postalCode: bad,
        state: bad,
        country: { value: 'Atlantis' },
      },
    };
    for (const given of [wrong, hidden(wrong)]) {
      const { fields } = await formOf(method, given);
      const actual = fields.filter(({ visible, visibleError }) => visible && visibleError !== null);
      expect(actual.map(({ definition }) => definition.name)).toEqual(names);
    }
  });

  it('prefers what the person has typed', async () => {
    const texts = Object.fromEntries(names.map((name) => [name, 'typed']));
    const { fields } = await formOf(method, everything, { texts });
    const shown = fields.filter(({ definition }) => names.includes(definition.name)).map(({ text }) => text);
    expect(shown).toEqual(names.map(() => 'typed'));
  });
});

it('SEPA uses the address where the scheme asks for one', () => {
  const context = formContext('SEPA', { customerFields: everything });
  const { values } = filledForm(sepaFormWithAddress, context, { iban: 'CH93 0076 2011 6238 5295 7' });
  expect(values).toMatchObject(address);
});

it('what is sent has all of the address', async () => {
  const form = await paymentMethods.get('LSV')?.load();
  const { values } = await formOf('LSV', hidden(everything));
  expect(form?.toDetails(values)).toMatchObject({
    address: {
      line1: 'Seestrasse 4',
      line2: 'c/o Ammann',
      city: 'Zürich',
      postalCode: '8001',
      state: 'ZH',
      country: 'CH',
    },
  });
});

it('an update keeps what it does not name', () => {
  const merged = mergeCustomerFields(everything, {
    name: { value: 'B' },
    address: { city: { value: 'Bern' } },
  });
  expect(merged).toEqual({
    ...everything,
    name: { value: 'B' },
    address: { ...everything.address, city: { value: 'Bern' } },
  });
});
