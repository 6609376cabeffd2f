import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA } from '../../../test/support/buyer.js';
import type { ErrorBody } from '../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { subscribeToEvents } from '../../../test/support/subscribe-to-events.js';
import { customers } from '../customers/customers.tables.js';
import { paymentInstruments } from '../payments/instruments/instruments.tables.js';
import { mandates } from '../payments/mandates/mandates.tables.js';
import { amendments } from './amendments.tables.js';

type Data = Record<string, unknown> & ErrorBody & { id?: number; pendingAmendment?: { id: number } };

const SIGNATURE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 200"><path d="M10 10L50 50L90 20"/></svg>',
).toString('base64');
const IBAN = 'DE89370400440532013000';
const OTHER_IBAN = 'FR1420041010050500013M02606';
const ADDRESS = {
  street: 'Torstraße',
  houseNumber: '12',
  zipCode: '10119',
  city: 'Berlin',
  countryCode: 'DE',
};
const MASTER = {
  ...{
    firstName: 'Nina',
    lastName: 'Blume',
    gender: 'FEMALE',
    dateOfBirth: '1990-05-18',
    customerTitle: 'DR',
  },
};
const ACCOUNT = { accountHolder: 'Nina Blum', bankName: 'Bank', iban: IBAN, bic: 'COBADEFFXXX' };

let service: TestService;
let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
let customerId: number;

beforeAll(async () => {
  service = await startTestService();
  newEvents = await subscribeToEvents(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  await mode('CHANGES_REQUIRE_VERIFICATION');
  ({ customerId } = (await service.api().post<{ customerId: number }>('/v1/customers/create', NINA)).body);
  await newEvents();
});

const mode = (every: string, requireSignature = false) => {
  const values = { contactData: every, addressData: every, masterData: every, paymentData: every };
  return staff(service, 'settings.set', { subject: 'selfService', values: { ...values, requireSignature } });
};
const url = (kind: string) => `/v1/customers/${customerId}/self-service/${kind}`;
const read = async (kind: string) => (await service.api().request<Data>({ url: url(kind) })).body;
const ask = (kind: string, body: object, headers: Record<string, string> = {}) =>
  service.api().post<Data>(url(kind), body, headers);
const approve = (amendmentId = 0) => staff(service, 'amendment.approve', { amendmentId });
const updated = () => [{ type: 'CUSTOMER_UPDATED', entityId: customerId }];

describe.each([
  ['address-data', ADDRESS, { street: 'Müllerstraße' }],
  ['master-data', MASTER, { lastName: 'Brandt' }],
])('%s', (kind, wanted, before) => {
  test('waits for staff, is shown, and is made when they approve it', async () => {
    expect(await read(kind)).toMatchObject({
      ...before,
      amendmentConfigurationStatus: 'CHANGES_REQUIRE_VERIFICATION',
    });
    const { body } = await ask(kind, wanted);
    expect(body).toEqual({ id: expect.any(Number) as number, ...wanted });
    expect(await read(kind)).toMatchObject({ ...before, pendingAmendment: body });
    expect(await newEvents()).toEqual([]);
    await approve(body.id);
    const after = await read(kind);
    expect(after).toEqual({ ...wanted, amendmentConfigurationStatus: 'CHANGES_REQUIRE_VERIFICATION' });
    expect(await newEvents()).toEqual(updated());
  });

  test('is made at once if members may change it themselves', async () => {
    await mode('CHANGES_WITHOUT_VERIFICATION');
    expect((await ask(kind, wanted)).body).toEqual(wanted);
    expect(await read(kind)).toMatchObject(wanted);
    expect(await newEvents()).toEqual(updated());
    await ask(kind, wanted);
    expect(await newEvents()).toEqual([]);
  });

  test('stays as it is if members may only look at it, or staff reject the change', async () => {
    const { body } = await ask(kind, wanted);
    await staff(service, 'amendment.reject', { amendmentId: body.id });
    await mode('READ');
    expect((await ask(kind, wanted)).status).toBe(403);
    expect(await read(kind)).toMatchObject(before);
    expect(await newEvents()).toEqual([]);
  });
});

test('an address replaces the earlier one, whose other parts are gone', async () => {
  await mode('CHANGES_WITHOUT_VERIFICATION');
  await ask('address-data', { ...ADDRESS, floor: '3', province: 'Berlin', provinceCode: 'BE' });
  expect(await read('address-data')).toMatchObject({ floor: '3', provinceCode: 'BE' });
  await ask('address-data', { ...ADDRESS, houseNumber: '' });
  const { houseNumber: _, ...left } = ADDRESS;
  expect(await read('address-data')).toEqual({
    ...left,
    amendmentConfigurationStatus: 'CHANGES_WITHOUT_VERIFICATION',
  });
});

test('each kind has one change that waits, and another kind has its own', async () => {
  const [first, second] = await Promise.all([ask('address-data', ADDRESS), ask('address-data', ADDRESS)]);
  expect([first.status, second.status].sort()).toEqual([200, 409]);
  expect((await ask('master-data', MASTER)).status).toBe(200);
  const id = (await read('address-data')).pendingAmendment?.id;
  const withdrawn = await service.api().request({ method: 'DELETE', url: url(`amendment/${id}`) });
  expect(withdrawn.status).toBe(200);
  expect(await read('address-data')).not.toHaveProperty('pendingAmendment');
  expect(await read('master-data')).toHaveProperty('pendingAmendment');
});

test.each([
  ['address-data', { ...ADDRESS, countryCode: 'XX' }, 'countryCode'],
  ['address-data', { ...ADDRESS, street: ' ' }, 'street'],
  ['master-data', { ...MASTER, dateOfBirth: '2099-01-01' }, 'dateOfBirth'],
  ['master-data', { ...MASTER, countryOfBirth: 'XX' }, 'countryOfBirth'],
  ['payment-data', { ...ACCOUNT, iban: 'DE89370400440532013001' }, 'iban'],
  ['payment-data', { ...ACCOUNT, iban: 'US1' }, 'iban'],
  ['payment-data', { ...ACCOUNT, signature: { base64SvgSignature: '!' } }, 'signature.base64SvgSignature'],
])('%s: %j is refused', async (kind, body, reference) => {
  expect(await ask(kind, body)).toMatchObject({ status: 400, body: { reference } });
});

test('requested values are stored encrypted, and deleted when they are decided about', async () => {
  const { body } = await ask('payment-data', ACCOUNT);
  const isTheirs = eq(amendments.id, body.id ?? 0);
  const stored = async () => (await service.database.db.select().from(amendments).where(isTheirs))[0];
  expect(JSON.stringify(await stored())).not.toMatch(/Nina|3704/);
  await staff(service, 'amendment.reject', { amendmentId: body.id });
  expect(await stored()).toMatchObject({ status: 'REJECTED', changesEncrypted: null });
});

describe('a new bank account', () => {
  const instrumentOf = async () => {
    const [found] = await service.database.db
      .select({ instrument: paymentInstruments })
      .from(customers)
      .innerJoin(paymentInstruments, eq(paymentInstruments.id, customers.paymentInstrumentId))
      .where(eq(customers.id, customerId));
    return found?.instrument;
  };

  test('is debited from then on, with a mandate of its own; the earlier one stays', async () => {
    await mode('CHANGES_WITHOUT_VERIFICATION');
    const before = await service.database.db.$count(mandates);
    const shown = { accountHolder: 'Nina Blum', iban: 'DE89 •••• 3000', requireSignature: false };
    expect((await ask('payment-data', ACCOUNT)).body).toMatchObject(shown);
    expect(await read('payment-data')).toMatchObject(shown);
    const first = await instrumentOf();
    await ask('payment-data', { ...ACCOUNT, iban: OTHER_IBAN, bic: 'PSSTFRPPXXX' });
    const second = await instrumentOf();
    expect(second).toMatchObject({ status: 'ACTIVE', paymentMethod: 'SEPA' });
    expect(second?.id).not.toBe(first?.id);
    expect(await service.database.db.$count(mandates)).toBe(before + 2);
    expect((await newEvents()).map(({ type }) => type)).toEqual(['CUSTOMER_UPDATED', 'CUSTOMER_UPDATED']);
  });

  test('waits for staff, without changing anything, and is taken over when they approve it', async () => {
    const { body } = await ask('payment-data', ACCOUNT);
    expect(body).toMatchObject({ id: expect.any(Number) as number, iban: 'DE89 •••• 3000' });
    expect(await instrumentOf()).toBeUndefined();
    expect(await read('payment-data')).toMatchObject({
      pendingAmendment: { id: body.id, bic: 'COBADEFFXXX' },
    });
    await approve(body.id);
    expect(await instrumentOf()).toMatchObject({ status: 'ACTIVE' });
    expect(await read('payment-data')).not.toHaveProperty('pendingAmendment');
    await expect(approve(body.id)).rejects.toMatchObject({ status: 400 });
  });

  test('needs a signature if the studio requires one, which the mandate then contains', async () => {
    await mode('CHANGES_WITHOUT_VERIFICATION', true);
    expect(await ask('payment-data', ACCOUNT)).toMatchObject({
      status: 400,
      body: { errorCode: 'errormessage.payment.signature.required', reference: 'signature' },
    });
    const signature = { base64SvgSignature: SIGNATURE };
    expect((await ask('payment-data', { ...ACCOUNT, signature })).status).toBe(200);
    const signed = await service.database.db.select({ signature: mandates.signature }).from(mandates);
    expect(signed.filter((mandate) => mandate.signature?.includes('<path'))).toHaveLength(1);
  });

  test('stays open while the provider does not answer, and staff can approve it again', async () => {
    await mode('CHANGES_WITHOUT_VERIFICATION');
    service.network.lose('request-lost', /./);
    expect((await ask('payment-data', ACCOUNT)).status).toBe(503);
    service.network.mend();
    const id = (await read('payment-data')).pendingAmendment?.id;
    const withdrawn = await service.api().request({ method: 'DELETE', url: url(`amendment/${id}`) });
    expect(withdrawn.status).toBe(400);
    expect((await ask('payment-data', ACCOUNT)).status).toBe(409);
    await approve(id);
    expect(await instrumentOf()).toMatchObject({ status: 'ACTIVE' });
  });

  test('that is refused is gone if nobody had to decide, and otherwise staff decide again', async () => {
    // SEPA needs the address of a payer with an account outside the European Economic Area.
    const swiss = { ...ACCOUNT, iban: 'CH9300762011623852957', bic: 'POFICHBEXXX' };
    await service.database.db
      .update(customers)
      .set({ profile: { firstName: 'Nina', lastName: 'Brandt' } })
      .where(eq(customers.id, customerId));
    await mode('CHANGES_WITHOUT_VERIFICATION');
    expect((await ask('payment-data', swiss)).status).toBe(400);
    expect(await read('payment-data')).not.toHaveProperty('pendingAmendment');
    await mode('CHANGES_REQUIRE_VERIFICATION');
    const { body } = await ask('payment-data', swiss);
    await expect(approve(body.id)).rejects.toMatchObject({ status: 400 });
    await staff(service, 'amendment.reject', { amendmentId: body.id });
    expect(await read('payment-data')).not.toHaveProperty('pendingAmendment');
    expect(await instrumentOf()).toBeUndefined();
  });
});
