import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NINA, TERMS, tokenFor } from '../../../test/support/buyer.js';
import type { ErrorBody } from '../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { subscribeToEvents } from '../../../test/support/subscribe-to-events.js';
import { leads } from './leads.tables.js';

const GOALS = { id: 1, name: 'Goal', type: 'LIST', listItems: [{ id: 7, name: 'Strength' }, { id: 8, name: 'Endurance' }] }; // prettier-ignore
const SETTINGS = {
  addressMode: 'OPTIONAL',
  dateOfBirthMode: 'OPTIONAL',
  genderMode: 'INACTIVE',
  telephoneMode: 'MANDATORY',
  additionalFields: [
    { id: 1, mode: 'OPTIONAL', allowMultiSelection: true },
    { id: 2, mode: 'MANDATORY', allowMultiSelection: false },
    { id: 3, mode: 'INACTIVE', allowMultiSelection: false },
  ],
};

let service: TestService;
let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
beforeAll(async () => {
  service = await startTestService();
  newEvents = await subscribeToEvents(service);
  const fields = [GOALS, { id: 2, name: 'Source', type: 'TEXT' }, { id: 3, name: 'Locker', type: 'NUMERIC' }];
  await staff(service, 'settings.set', { subject: 'additionalFields', values: { fields } });
  await staff(service, 'settings.set', { subject: 'leads', values: SETTINGS });
});
afterAll(() => service.close());

interface Created {
  readonly id: number;
  readonly customerId: number;
  readonly uuid: string;
  readonly customerNumber: string;
}

let persons = 0;
const form = (person: object = {}, rest: object = {}) => {
  persons += 1;
  const leadCustomer = {
    firstname: 'Tim',
    lastname: 'Probe',
    email: `lead.${persons}@example.com`,
    telephone: '+493012',
    ...person,
  };
  return { leadCustomer, additionalInformation: [{ additionalFieldId: 2, value: 'Poster' }], ...rest };
};
const create = (body: object, headers: Record<string, string> = {}) =>
  service.api().post<Created & ErrorBody>('/v1/leads/create', body, headers);
const validate = async (body: object) =>
  (await service.api().post<{ status: string }>('/v1/leads/validate', body)).body.status;
const lead = async (person?: object, rest?: object) => {
  const { status, body } = await create(form(person, rest));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const customer = async (id: number) =>
  (await service.api().request<Record<string, unknown>>({ url: `/v1/customers/${id}` })).body;

test('the form names what the studio asks for', async () => {
  const { body } = await service.api().request({ url: '/v1/leads/config' });
  const { additionalFields: _, ...modes } = SETTINGS;
  expect(body).toMatchObject({
    ...modes,
    additionalInformation: [
      { additionalFieldId: 1, name: 'Goal', type: 'LIST', allowMultiSelection: true, selectionValues: ['Strength', 'Endurance'], mode: 'OPTIONAL' },
      { additionalFieldId: 2, name: 'Source', type: 'TEXT', allowMultiSelection: false, mode: 'MANDATORY' },
      { additionalFieldId: 3, mode: 'INACTIVE' },
    ],
  }); // prettier-ignore
  expect((body as { communicationPreferences: unknown[] }).communicationPreferences).not.toEqual([]);
});

describe('a lead', () => {
  test('is a customer without a contract, with what was given and asked for', async () => {
    await newEvents();
    const address = { street: 'Torstraße', houseNumber: '12', zipCode: '10119', city: 'Berlin', countryCode: 'DE' };
    const additionalInformation = [
      { additionalFieldId: 1, values: ['Strength', 'Endurance'] },
      { additionalFieldId: 2, value: 'Poster' },
    ];
    const made = await lead(
      { gender: 'MALE' },
      { address, additionalInformation, notes: 'In the evening', externalIdentifier: 'crm-1' },
    );
    expect(made.customerNumber).toBe(String(made.customerId));
    const shown = await customer(made.customerId);
    expect(shown).toMatchObject({
      status: 'PROSPECT',
      firstName: 'Tim',
      phonePrivate: '+493012',
      street: 'Torstraße',
      additionalInformationFieldAssignments: [
        { additionalInformationFieldId: 1, value: '7' },
        { additionalInformationFieldId: 1, value: '8' },
        { additionalInformationFieldId: 2, value: 'Poster' },
      ],
    });
    expect(shown).not.toHaveProperty('gender');
    const [kept] = await service.database.db.select().from(leads).where(eq(leads.id, made.id));
    expect(kept).toMatchObject({ source: 'LEAD_FORM', notes: 'In the evening', externalIdentifier: 'crm-1' });
    expect(await newEvents()).toEqual([{ type: 'CUSTOMER_CREATED', entityId: made.customerId }]);
  }); // prettier-ignore

  const many = [{ additionalFieldId: 2, value: 'x' }];
  test.each([
    ['without what the form requires', form({ telephone: undefined }), 'leadCustomer.telephone'],
    ['without a field that the form requires', form({}, { additionalInformation: [] }), 'additionalInformation'],
    ['with a field that the form does not ask for', form({}, { additionalInformation: [...many, { additionalFieldId: 3, value: '1' }] }), 'additionalInformation.1.additionalFieldId'],
    ['with a value that the list does not have', form({}, { additionalInformation: [...many, { additionalFieldId: 1, values: ['Speed'] }] }), 'additionalInformation.1.0.value'],
    ['born in the future', form({ dateOfBirth: '2030-01-01' }), 'leadCustomer.dateOfBirth'],
  ])('%s is refused by name, and not possible', async (_, body, reference) => {
    const refused = await create(body);
    expect([refused.status, refused.body.reference]).toEqual([400, reference]);
    expect(await validate(body)).toBe('INVALID_LEAD_DATA');
  }); // prettier-ignore

  test('whom the studio has already is a duplicate', async () => {
    const { leadCustomer, ...rest } = form();
    await lead(leadCustomer);
    const again = { leadCustomer: { ...leadCustomer, email: leadCustomer.email.toUpperCase() }, ...rest };
    expect(await validate(again)).toBe('DUPLICATE_CUSTOMER');
    const { status, body } = await create(again);
    expect([status, body.errorCode, body.reference]).toEqual([
      400,
      'DUPLICATE_CUSTOMER',
      'leadCustomer.email',
    ]);
  });

  test('is created once by a repeated request with its Idempotency-Key', async () => {
    const [body, headers] = [form(), { 'idempotency-key': 'a-key-of-this-lead-1' }];
    const first = await create(body, headers);
    const second = await create(body, headers);
    expect([second.status, second.body]).toEqual([200, first.body]);
  });
});

describe('a lead who signs up', () => {
  const signUp = async (fields: object) => {
    const { token } = await tokenFor(service, { scope: 'ECOM', amount: 19.9 });
    const { status, body } = await service
      .api()
      .post<{ customerId: number }>('/v1/memberships/signup', {
        contract: { contractOfferTermId: TERMS.rising, startDate: '2026-12-01', initialPaymentRequestToken: token },
        customer: { ...NINA, ...fields },
      }); // prettier-ignore
    expect(status, JSON.stringify(body)).toBe(200);
    return body.customerId;
  };

  test('becomes the member, with the data of the sign-up and the values of the studio’s fields', async () => {
    const { customerId } = await lead({ firstname: 'Nina', lastname: 'Brandt', email: NINA.email });
    await newEvents();
    expect(await signUp({ firstName: 'NINA', email: NINA.email.toUpperCase() })).toBe(customerId);
    const shown = await customer(customerId);
    expect(shown).toMatchObject({
      status: 'MEMBER',
      firstName: 'NINA',
      city: 'Berlin',
      additionalInformationFieldAssignments: [{ additionalInformationFieldId: 2, value: 'Poster' }],
    });
    // The phone number came from a form that anyone can fill in.
    expect(shown).not.toHaveProperty('phonePrivate');
    const types = (await newEvents()).map(({ type }) => type);
    expect(types).toEqual(['CUSTOMER_UPDATED', 'CONTRACT_CREATED', 'PAYMENT_SUCCEEDED']);
    const session = await service.api().session({ customerId });
    expect(session).not.toBe('');
  });

  test('once, and another sign-up of the same person makes a customer of its own', async () => {
    const { customerId } = await lead({ firstname: 'Nina', lastname: 'Brandt', email: 'nina.2@example.com' });
    expect(await signUp({ email: 'nina.2@example.com' })).toBe(customerId);
    expect(await signUp({ email: 'nina.2@example.com' })).not.toBe(customerId);
  });

  test('with another name is another person', async () => {
    const { customerId } = await lead({ firstname: 'Nina', lastname: 'Brandt', email: 'nina.3@example.com' });
    expect(await signUp({ lastName: 'Brand', email: 'nina.3@example.com' })).not.toBe(customerId);
  });

  test('after a payment as another person stays that person', async () => {
    const { customerId } = await lead({ firstname: 'Nina', lastname: 'Brandt', email: 'nina.4@example.com' });
    await service.api().session({ customerId });
    expect(await signUp({ email: 'nina.4@example.com' })).not.toBe(customerId);
  });
});

test('whoever books a trial or redeems a voucher for a visit is a lead too', async () => {
  const redeemed = await service.api().post('/v1/checkin-vouchers/redeem', {
    onlineOfferId: 1,
    voucherCode: 'VISIT',
    firstname: 'Vera',
    lastname: 'Visit',
    email: 'vera.visit@example.com',
  });
  expect(redeemed.status, JSON.stringify(redeemed.body)).toBe(200);
  const found = await service.api().post<{ id: number }[]>('/v1/customers/search', { lastName: 'Visit' });
  const [kept] = await service.database.db
    .select()
    .from(leads)
    .where(eq(leads.customerId, found.body[0]?.id ?? 0));
  expect(kept?.source).toBe('CHECKIN_VOUCHER');
});
