import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CollectionStudio,
  COLLECTION_KEY,
} from '../../src/modules/debt-collection/collection-scene.fixture.js';
import { apiKeys } from '../../src/modules/integrations/integrations.tables.js';
import { SCOPES } from '../../src/modules/integrations/scopes.js';
import { contractsOf } from '../../src/modules/memberships/contracts/contracts.js';
import { IdleContract } from '../../src/modules/memberships/idle-periods/idle-contract.fixture.js';
import { addTag } from '../../src/modules/studio-information/studio-information.js';
import { addTerm, dayBefore, todayAt } from '../../src/core/calendar.js';
import { hashToken } from '../../src/core/secrets/tokens.js';
import { runQueue } from '../support/batches.js';
import { addSwitchable, bothTokens, NINA, TERMS, tokenFor } from '../support/buyer.js';
import type { ErrorBody } from '../support/clients.js';
import { form, PDF } from '../support/data-form.js';
import { misfits } from '../support/description.js';
import { pngOf } from '../support/images.js';
import { newMember } from '../support/members.js';
import { setScopes } from '../support/integration.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';
import { staff } from '../support/staff.js';
import { differences } from './described-fields.js';
import { type Fields, fieldsOf, isArray, LISTED, schemaOfFields, valuesAt } from './field-lists.js';
import { describedOperations, type DescribedOperation, type Schema } from './specification.js';

/*
 * These tests compare the service with the field lists: its description, and what every operation answers. An operation
 * that is being built moves from NOT_BUILT to CALLS.
 */

/** The operation of the lists that the service does not have, because the lists name no way to join a family contract. */
const NOT_BUILT = ['POST /v1/customers/contracts/{}/leave-family-contract'];

/** Where the description differs from the lists on purpose, by the fault that it would be. */
const EXCEPTIONS: readonly (readonly [RegExp, reason: string])[] = [
  [/idle-periods\S* response (\w+\.)?endDate is not required$/, 'An unlimited freeze period has no end.'],
  [/customers\S* response (result\.)?idlePeriods\.endDate is not required$/, 'Likewise.'],
  [
    / cancelationStatus is not required$/,
    'None of its values says that a contract is not cancelled (fields-2, 9).',
  ],
  [/access-mediums?(\/\{\})? request (type|value) is required$/, 'Without them it would be no medium.'],
  [/weighing request databaseId is not there$/, 'The service assigns it.'],
  [/ request messageCategory is required$/, 'Without a category, a preference would say nothing.'],
  [/ (result\.)?cardNumbers is not there$/, 'Deprecated in favour of accessMediums.'],
  [/ (result\.)?referralCode is not there$/, 'The service has no referral codes.'],
  [/ flatFeeContracts is not there$/, 'Fees are part of a contract.'],
  [/ flatFeePreviews\.creditValue is not there$/, 'No voucher credits a fee.'],
  [
    / selectedOptionalModulesPreviews\.(discountedPrice|discountPeriods|companyAmount|memberAmount|creditValue) is not there$/,
    'No voucher changes the price of a module.',
  ],
  [
    / (client|result)\.(name2|legalForm|vatSerialNo|paymentDetails|liablePerson|(contactDetails|addressData)\.\w+) is not there$/,
    'The service has no such data of a studio or debtor.',
  ],
  [
    /\bdebts?\.(servicePeriod\w+|maturityType|latestRejectionReason) is not there$|\.ext(Human|Reference)Id is not there$/,
    'Nor of a debt.',
  ],
  [
    /blocked\/debts response result\.block is not there$/,
    'The block of a debtor is listed with the blocked debtors.',
  ],
  [/ (result\.)?location\.description is not there$/, 'A room has a name alone.'],
  [/ (\w+\.)*imgUrl is not there$/, 'Classes and appointments have no pictures.'],
  [
    / request (start|end)DateTime has the format undefined/,
    'Several forms are accepted (open-api-service.md, date and time rules).',
  ],
  [/master-data response dateOfBirth is not required$/, 'It may not be known.'],
];

let service: TestService;
let described: ReadonlyMap<string, DescribedOperation>;
let collection: CollectionStudio;
let debt: Awaited<ReturnType<CollectionStudio['handOver']>>;
let idle: IdleContract;
/** A customer with a running contract. */
let member: number;
beforeAll(async () => {
  service = await startTestService({ rateLimit: { limit: 1_000_000, seconds: 60 } });
  described = describedOperations(service.app.app);
  collection = new CollectionStudio(service);
  debt = await collection.handOver(10000);
  idle = await IdleContract.sign(service);
  member = await newMember(service.database.db);
  await idle.accepted({ startDate: '2027-01-01', termValue: 1 });
  await staff(service, 'access-medium.add', {
    customerId: idle.customerId,
    type: 'BARCODE',
    value: '4006381333931',
  });
});
afterAll(() => service.close());

test('each operation of the lists is called below or is not built, and no other', () => {
  const listed = LISTED.map(({ operation }) => operation);
  expect([...Object.keys(CALLS), ...NOT_BUILT].toSorted()).toEqual(listed.toSorted());
  expect(NOT_BUILT.filter((operation) => described.has(operation))).toEqual([]);
  expect(Object.keys(CALLS).filter((operation) => !described.has(operation))).toEqual([]);
});

describe('the description', () => {
  /** Returns the paths of the required fields, without those below fields that are not listed. */
  function requiredIn(schema: Schema, fields: Fields, above = ''): string[] {
    const { required = [], properties = {} } = schema.items ?? schema;
    return Object.entries(properties).flatMap(([name, inner]) => [
      ...(required.includes(name) ? [above + name] : []),
      ...(fields[above + name]?.startsWith('object') ? requiredIn(inner, fields, `${above}${name}.`) : []),
    ]);
  }

  function faultsOf(listed: Fields | string | undefined, schema: Schema | undefined, isAnswer: boolean) {
    if (!listed || !schema) return listed || schema ? [`is ${listed ? 'not' : ''} described`] : [];
    if (isArray(listed) !== (schema.type === 'array')) return ['is an array in only one of them'];
    const record = (isArray(listed) ? schema.items : schema) ?? {};
    const fields = fieldsOf(listed);
    const faults = Object.entries(fields).flatMap(([path, claim]) =>
      differences(path, claim.includes('!') ? claim : `${claim} ?`, record, isAnswer),
    );
    const absent = faults.flatMap((fault) => fault.match(/^\S+(?= is not there$)/) ?? []);
    const isBelow = (fault: string) => absent.some((path) => fault.startsWith(`${path}.`));
    // A request may require less than the list, and a response may be confined to fewer values.
    const tolerated = isAnswer ? / does not allow / : / is not required$/;
    const further = isAnswer ? [] : requiredIn(record, fields).filter((path) => !(path in fields));
    return [
      ...faults.filter((fault) => !tolerated.test(fault) && !isBelow(fault)),
      ...further.map((path) => `${path} is required, though not listed`),
    ];
  }

  test('has the name and the fields of every operation that is built', () => {
    const faults = LISTED.flatMap(
      ({ operation, operationId, query = {}, form: isForm, request, response }) => {
        const found = described.get(operation);
        if (!found) return [];
        const parameters = (found.parameters ?? []).filter((parameter) => parameter.in === 'query');
        const inQuery = {
          type: 'object',
          properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
          required: parameters.filter(({ required }) => required).map(({ name }) => name),
        };
        const sent = found.requestBody?.content[isForm ? 'multipart/form-data' : 'application/json'];
        const received = found.responses[200]?.content?.['application/json'];
        const isNamed = !operationId || found.operationId.toLowerCase() === operationId.toLowerCase();
        return [
          ...(isNamed ? [] : [`is named ${found.operationId}`]),
          ...faultsOf(query, inQuery, false).map((fault) => `query ${fault}`),
          ...faultsOf(request, sent?.schema, false).map((fault) => `request ${fault}`),
          ...faultsOf(response, received?.schema, true).map((fault) => `response ${fault}`),
        ].map((fault) => `${operation} ${fault}`);
      },
    );
    expect(faults.filter((fault) => !EXCEPTIONS.some(([pattern]) => pattern.test(fault)))).toEqual([]);
    expect(EXCEPTIONS.filter(([pattern]) => !faults.some((fault) => pattern.test(fault)))).toEqual([]);
  });
});

/** The id of a payment frequency is null for a starter package (open-api-service.md, Membership offer). */
const NULL_ID = /\/paymentFrequency\/id must be integer$/;

/** A request: the values of the path's parameters in their order, and what else is sent. */
interface Call extends Pick<InjectOptions, 'payload' | 'headers'> {
  readonly path?: readonly (number | string | undefined)[];
  readonly query?: string;
}

/** Bodies that were received, by operation. */
const received = new Map<string, unknown>();
const receivedFrom = (operation: string) => received.get(operation) as Record<string, number>;
const listFrom = (operation: string) => {
  const body = received.get(operation) as { result?: { id: number }[] } | { id: number }[];
  return Array.isArray(body) ? body : (body.result ?? []);
};

const INFORMATION = {
  description: 'A gym', email: 'hello@northside.example', telephone: '+49 30 1', website: 'https://northside.example',
  logoUrl: 'https://northside.example/logo.png', openingDate: '2020-01-01', closingDate: '2035-12-31',
  openingHours: [{ dayOfWeekFrom: 'MONDAY', dayOfWeekTo: 'FRIDAY', timeFrom: '06:00:00', timeTo: '23:00:00' }],
  publicOpeningHours: [{ dayOfWeekFrom: 'MONDAY', dayOfWeekTo: 'FRIDAY', timeFrom: '06:00:00', timeTo: '22:00:00' }],
  closingHours: [{ reason: 'Holiday', dateTimeFrom: '2026-12-24T12:00:00Z', dateTimeTo: '2026-12-26T23:00:00Z' }],
  openingHoursCategories: [
    { categoryId: 1, name: 'Off-peak', openingHours: [{ dayOfWeek: 'MONDAY', timeFrom: '06:00:00', timeTo: '16:00:00' }] },
  ],
  address: { street: 'Müllerstraße', houseNumber: '12', zip: '13353', city: 'Berlin', countryCode: 'DE', floor: '2' },
  location: { longitude: 13.36, latitude: 52.54 },
  accessCodes: true,
}; // prettier-ignore
const EMPLOYEE = {
  firstName: 'Imke', lastName: 'Sommer', gender: 'FEMALE', dateOfBirth: '1990-01-02', employeeNumber: '7',
  employeeInitials: 'IS', publicName: 'Imke', businessRole: 'TRAINER', email: 'imke@northside.example',
  employeeCompetences: ['Climbing'],
}; // prettier-ignore
const SIGNUP = { contractOfferTermId: TERMS.standard, startDate: '2026-12-01' };
const START = { contractOfferTermId: TERMS.rising, startDate: '2026-12-01' };
const PREVIEWED = {
  ...SIGNUP, selectedSelectableModuleIds: [6002, 6003], selectedOptionalModuleIds: [6005], voucherCode: 'HALF3',
}; // prettier-ignore
const MESSAGE = {
  communicationThreadStatus: 'CREATED', ticketNumber: 'A1', subject: 'The sauna', content: 'Is it open?',
  communicationDirection: 'INCOMING', ticketLink: 'https://tickets.example/A1', communicationChannel: 'EMAIL',
  agent: 'Sascha',
}; // prettier-ignore
const VISITOR = { firstname: 'Max', lastname: 'Mustermann', email: 'max@example.com' };
const LEAD = {
  leadCustomer: { firstname: 'Nina', lastname: 'Blum', email: 'nina.blum@example.com' },
  additionalInformation: [{ additionalFieldId: 1, value: '2026-11-01' }],
};
const TRIAL = 10_002;
const TRIAL_LEAD = {
  leadCustomerData: {
    ...{ firstname: 'Tim', lastname: 'Probe', email: 'tim.probe@example.com' },
    ...{ dateOfBirth: '1990-05-17', telephone: '+49 30 1' },
  },
  trialOfferConfigId: TRIAL,
};
const TRIAL_CLASS = 11_002;
const CLASS = 11_001;
const APPOINTMENT = 12_001;
const TRIAL_APPOINTMENT = 12_002;
const FROM_MONDAY = 'slotWindowStartDate=2026-11-23';
const ADDRESS = {
  street: 'Torstraße',
  houseNumber: '12',
  zipCode: '10119',
  city: 'Berlin',
  countryCode: 'DE',
};
const PERSON = {
  firstName: 'Nina', lastName: 'Blum', gender: 'FEMALE', dateOfBirth: '1990-05-17', countryOfBirth: 'DE', customerTitle: 'DR',
}; // prettier-ignore
const ACCOUNT = {
  accountHolder: 'Nina Brandt', bankName: 'Commerzbank', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX',
}; // prettier-ignore
const MONTH = { startDate: '2027-07-01', temporalUnit: 'MONTH', termValue: 1, reasonId: 1, unlimited: false };
const EXPORTED = { fromDate: '2026-10-01', toDate: '2026-10-31' };
const SWITCHES = 2008;
const MILANO = 1005;
/** The number of a card that the member with the freeze period has. */
const CARD = '1122334455';
const WEIGHING = { weight: 72.5, height: 176, visceralFatLevel: 4 };
const BERLIN = { timeZone: 'Europe/Berlin' };
/** A contract that runs. */
const MODULE_CONTRACT = 599_005;

const ofMember = (more: Call = {}): Call => ({ path: [idle.customerId], ...more });
const ofMedium = (more: Call = {}): Call => {
  const { id } = receivedFrom('POST /v1/customers/{}/access-mediums');
  return { path: [idle.customerId, id], ...more };
};
const ofContract = (more: Call = {}): Call => ({ path: [idle.contractId], ...more });
const ofPeriod = (more: Call = {}): Call => {
  const { id } = receivedFrom('POST /v1/memberships/{}/self-service/idle-periods');
  return { path: [idle.contractId, id], ...more };
};
const MODULE = { additionalModuleId: 6202, paymentFrequencyId: 6252, bookTrialPeriod: true };
const ofModule = (more: Call = {}): Call => {
  const { id } = receivedFrom('POST /v1/memberships/{}/self-service/additional-modules/purchase');
  return { path: [MODULE_CONTRACT, id], ...more };
};
const trialBooking = () => ({
  customerId: receivedFrom('POST /v1/trial-offers/lead/create').leadCustomerId,
  classSlotId: listFrom('GET /v1/trial-offers/bookable-trial-offers/classes/{}/slots')[1]?.id,
});
const classBooking = () => {
  const [, slot] = listFrom('GET /v1/classes/{}/slots');
  return { customerId: member, classSlotId: slot?.id };
};
const appointmentOf = (customerId: number | undefined, bookableAppointmentId = APPOINTMENT) => {
  const trial = bookableAppointmentId === TRIAL_APPOINTMENT ? '/bookable-trial-offers' : '';
  const list = `GET /v1/${trial && `trial-offers${trial}/`}appointments/bookable/{}/slots`;
  const [slot] = received.get(list) as { startDateTime: string; endDateTime: string }[];
  const { startDateTime, endDateTime } = slot ?? {};
  return { customerId, bookableAppointmentId, startDateTime, endDateTime };
};
const bookingOf = (kind: 'classes' | 'appointments'): Call => ({
  path: [receivedFrom(`POST /v1/${kind}/booking/book`).bookingId],
});
const newLead = async () => {
  const leadCustomerData = { ...TRIAL_LEAD.leadCustomerData, email: `${randomUUID()}@example.com` };
  const body = { ...TRIAL_LEAD, leadCustomerData };
  const made = await service.api().post<{ leadCustomerId: number }>('/v1/trial-offers/lead/create', body);
  return made.body.leadCustomerId;
};
let sourceContractId = 0;
const switched = () => ({
  ...{ configId: 9001, membershipOfferTermId: TERMS.monthDay, sourceContractId, startDate: '2026-12-20' },
});

const keyRows = () =>
  service.database.db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.keyHash, hashToken(EUR_KEY)));

/** A call of each operation that succeeds, in the order in which they are made. */
const CALLS: Readonly<Record<string, () => Call | Promise<Call>>> = {
  'POST /v1/studios/confirmActivation': () => ({ payload: {} }),
  'POST /v1/payments/user-session': () => ({
    payload: { amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'x', customerId: 2001 },
  }),
  'POST /v1/customers/{}/account/payment': async () => {
    const { token } = await tokenFor(service, { customerId: 2001, scope: 'ECOM', amount: 39.9 });
    const amount = { amount: 39.9, currency: 'EUR' };
    return { path: [2001], payload: { paymentRequestToken: token, amount } };
  },
  'POST /v1/customers/{}/account/payment-instrument': async () => {
    const { token } = await tokenFor(service, { customerId: idle.customerId });
    return ofMember({ payload: { paymentRequestToken: token } });
  },
  'GET /v1/customers/{}/account/balances': () => ({ path: [2001] }),
  'GET /v1/customers/{}/account/transactions': () => ({ path: [2001] }),
  'GET /v1/customers/{}/account/transactions/upcoming': ofMember,
  'GET /v1/memberships/membership-offers': () => ({}),
  'GET /v1/memberships/membership-offers/{}': () => ({ path: [4001] }),
  'GET /v1/cross-studio/membership-offers/studios': () => ({}),
  'GET /v1/online-offers/purchasable': () => ({}),
  'POST /v1/memberships/signup/preview': () => ({ payload: { contract: PREVIEWED, customer: NINA } }),
  'POST /v1/memberships/signup': async () => {
    const { instrument, initial } = await bothTokens(service, 19.9);
    const contract = { ...START, initialPaymentRequestToken: initial };
    return { payload: { contract, customer: { ...NINA, paymentRequestToken: instrument } } };
  },
  'POST /v1/memberships/customers/{}/add-membership/preview': () => ({ path: [2001], payload: PREVIEWED }),
  'POST /v1/memberships/customers/{}/add-membership': async () => {
    const { token } = await tokenFor(service, { customerId: 2001, scope: 'ECOM', amount: 19.9 });
    return { path: [2001], payload: { ...START, initialPaymentRequestToken: token } };
  },
  'GET /v1/memberships/{}/membership-switch/configs': async () => {
    sourceContractId = await addSwitchable(service, SWITCHES);
    return { path: [SWITCHES] };
  },
  'GET /v1/memberships/{}/membership-switch/configs/{}': () => ({ path: [SWITCHES, 9001] }),
  'POST /v1/memberships/{}/membership-switch/preview': () => ({ path: [SWITCHES], payload: switched() }),
  'POST /v1/memberships/{}/membership-switch': () => ({ path: [SWITCHES], payload: switched() }),
  'GET /v1/memberships/self-service/contract-cancelation-reasons': () => ({}),
  // Of somebody whose contract is cancelled.
  'GET /v1/memberships/{}/self-service/contract-data': () => ({ path: [2006] }),
  'POST /v1/memberships/{}/self-service/ordinary-contract-cancelation': async () => {
    const [contract] = await contractsOf(service.database.db, idle.customerId);
    const { contractId } = idle;
    const cancelationDate = contract?.endDate;
    return { path: [idle.customerId], payload: { contractId, cancelationDate, cancelationReasonId: 1001 } };
  },
  'POST /v1/memberships/{}/self-service/withdraw-ordinary-contract-cancelation/{}': () => ({
    path: [idle.customerId, idle.contractId],
    payload: {},
  }),
  'GET /v1/memberships/{}/self-service/idle-periods/config': ofContract,
  'GET /v1/memberships/{}/self-service/idle-periods/remaining': ofContract,
  'POST /v1/memberships/{}/self-service/idle-periods/validate': () => ofContract({ payload: MONTH }),
  'POST /v1/memberships/{}/self-service/idle-periods': () => ofContract(form(MONTH)),
  'GET /v1/memberships/{}/self-service/idle-periods/{}': ofPeriod,
  'PUT /v1/memberships/{}/self-service/idle-periods/{}/preview': () =>
    ofPeriod({ payload: { ...MONTH, termValue: 2 } }),
  'PUT /v1/memberships/{}/self-service/idle-periods/{}': () => ofPeriod(form({ ...MONTH, termValue: 2 })),
  'GET /v1/memberships/self-service/additional-modules': () => ({}),
  'GET /v1/memberships/{}/self-service/additional-modules/purchasable': () => ({ path: [MODULE_CONTRACT] }),
  'POST /v1/memberships/{}/self-service/additional-modules/validate': () => ({
    path: [MODULE_CONTRACT],
    payload: MODULE,
  }),
  'POST /v1/memberships/{}/self-service/additional-modules/purchase': () => ({
    path: [MODULE_CONTRACT],
    payload: MODULE,
  }),
  'POST /v1/memberships/{}/self-service/additional-module-contracts/{}/ordinary-cancelation': () => {
    // The last day of the trial.
    const cancelationDate = dayBefore(addTerm(todayAt(service, BERLIN), { value: 2, unit: 'WEEK' }));
    return ofModule({ payload: { cancelationDate, cancelationReasonId: 1001 } });
  },
  'GET /v1/memberships/{}/self-service/additional-module-contracts/{}': ofModule,
  'POST /v1/memberships/{}/self-service/additional-module-contracts/{}/withdraw-cancelation': () =>
    ofModule({ payload: {} }),
  // Of somebody with a contract, whose access is restricted from then on.
  'GET /v1/debt-collection/{}/debtors': async () => {
    await collection.claim(idle.customerId, 5000);
    return { path: [(await collection.run(idle.customerId)).runId] };
  },
  'GET /v1/debt-collection/{}/details': () => ({ path: [debt.runId] }),
  'POST /v1/debt-collection/{}/confirmTransfer': () => ({ path: [debt.runId], payload: {} }),
  'POST /v1/debt-collection/update': () => {
    const block = { limitType: 'LIMITED', endDate: '2027-05-01' };
    return { payload: collection.body(debt, [{ original: 10000, canceledAmount: 0, block }], { block }) };
  },
  'GET /v1/debt-collection/cases': () => ({ query: `debtorId=${debt.debtorId}` }),
  'GET /v1/debt-collection/configuration': () => ({}),
  'GET /v1/debt-collection/blocked/debtors': () => ({}),
  'GET /v1/debt-collection/blocked/debts': () => ({}),
  'POST /v1/customers/{}/self-service/contact-data': () => ({
    path: [2001],
    payload: { email: 'new@example.com' },
  }),
  'GET /v1/customers/{}/self-service/contact-data': () => ({ path: [2001] }),
  'DELETE /v1/customers/{}/self-service/amendment/{}': () => ({
    path: [2001, receivedFrom('POST /v1/customers/{}/self-service/contact-data').id],
  }),
  'POST /v1/communications/{}/threads': () => ({ path: [2001], payload: MESSAGE }),
  'PUT /v1/communications/{}/threads/{}': () => ({
    path: [2001, receivedFrom('POST /v1/communications/{}/threads').threadId],
    payload: MESSAGE,
  }),
  'GET /v1/communications/{}/communication-preferences': () => ({ path: [2001] }),
  'PUT /v1/communications/{}/communication-preferences': () => ({
    path: [2001],
    payload: [{ messageCategory: 'NEWSLETTER', channels: [{ communicationChannel: 'EMAIL', active: true }] }],
  }),
  'POST /v1/checkin-vouchers/redeem': () => ({
    payload: { voucherCode: 'CHVB1-YL29-MYVA', ...VISITOR, onlineOfferId: 7001 },
  }),
  'GET /v1/studios/utilization': () => ({}),
  'POST /v1/customers/{}/documents': () => ({
    path: [2001],
    ...form(undefined, PDF, 'file'),
  }),
  'GET /v1/customers/{}/documents': () => ({ path: [2001] }),
  'GET /v1/customers/{}/documents/{}': () => ({
    path: [2001, receivedFrom('POST /v1/customers/{}/documents').id],
  }),
  'POST /v1/customers/create': () => ({ payload: NINA }),
  'GET /v1/customers/{}/activities/checkins': async () => {
    await staff(service, 'check-in.start', { customerId: 2001 });
    await staff(service, 'check-in.end', { customerId: 2001 });
    return { path: [2001] };
  },
  'GET /v1/cross-studio/customers/{}/activities/checkins': () => ({ path: [2001] }),
  'GET /v1/customers/additional-information-fields': async () => {
    const list = {
      id: 2,
      name: 'Goal',
      type: 'LIST',
      abbreviation: 'G',
      listItems: [{ id: 1, name: 'Strength' }],
    };
    const fields = [{ id: 1, name: 'Medical check', type: 'DATE' }, list];
    await staff(service, 'settings.set', { subject: 'additionalFields', values: { fields } });
    return {};
  },
  'PUT /v1/customers/{}/additional-information-field-assignments': () =>
    ofMember({ payload: [{ additionalInformationFieldId: 2, value: '1' }] }),
  'POST /v1/customers/{}/access-mediums': () => ofMember({ payload: { type: 'PIN', value: '9911' } }),
  'PUT /v1/customers/{}/access-medium': () => ofMember({ payload: { type: 'PIN', value: '9911' } }),
  'PUT /v1/customers/{}/access-mediums/{}': () => ofMedium({ payload: { value: '9912' } }),
  'DELETE /v1/customers/{}/access-mediums/{}': ofMedium,
  'PUT /v1/customers/{}/images': () =>
    ofMember(form(undefined, { name: 'face.png', bytes: pngOf(10, 10) }, 'image')),
  'PUT /v1/customers/{}/access-restrictions': () => ({
    path: [2001],
    payload: { reason: 'Key not returned', startDate: '2026-12-01', endDate: '2026-12-31' },
  }),
  'DELETE /v1/customers/{}/access-restrictions': () => ({ path: [2001] }),
  'GET /v1/customers/{}/benefits': async () => {
    const benefit = { key: 'BODY_SCAN', name: 'Body scan', membershipOfferIds: null, contingent: null };
    await staff(service, 'settings.set', { subject: 'benefits', values: { benefits: [benefit] } });
    return ofMember();
  },
  'GET /v1/customers/benefits': async () => {
    const card = {
      customerId: idle.customerId,
      type: 'CARD_NUMBER',
      value: CARD,
      cardNumberFormat: 'DECIMAL',
    };
    await staff(service, 'access-medium.add', card);
    return { query: `cardNumber=${CARD}` };
  },
  'POST /v1/customers/{}/weighing': () => ofMember({ payload: { ...WEIGHING, rawResults: '-' } }),
  'GET /v1/customers/measurement/latest': () => ({ query: `cardNumber=${CARD}` }),
  'GET /v1/customers': () => ({}),
  'GET /v1/customers/{}': ofMember,
  'GET /v1/customers/by': () => ({ query: `customerNumber=${idle.customerId}` }),
  'POST /v1/customers/search': () => ({ payload: { lastName: 'Brandt' } }),
  'GET /v1/customers/{}/contracts': () => ({ path: [2005] }),
  'GET /v1/customers/contracts/by': () => ({ query: `customerNumber=${idle.customerId}` }),
  'GET /v1/cross-studio/customers/{}': ofMember,
  'GET /v1/cross-studio/customers/by': () => ({ query: `customerNumber=${idle.customerId}` }),
  'POST /v1/cross-studio/customers/search': () => ({ payload: { lastName: 'Brandt' } }),
  'GET /v1/leads/config': async () => {
    const modes = ['addressMode', 'dateOfBirthMode', 'genderMode', 'telephoneMode'].map((name) => [
      name,
      'OPTIONAL',
    ]);
    const additionalFields = [1, 2].map((id) => ({ id, mode: 'OPTIONAL', allowMultiSelection: id === 2 }));
    const values = { ...(Object.fromEntries(modes) as Record<string, string>), additionalFields };
    await staff(service, 'settings.set', { subject: 'leads', values });
    return {};
  },
  'POST /v1/leads/validate': () => ({ payload: LEAD }),
  'POST /v1/leads/create': () => ({ payload: LEAD }),
  'GET /v1/trial-offers/bookable-trial-offers/classes': () => ({}),
  'GET /v1/trial-offers/config/{}': () => ({ path: [TRIAL] }),
  'GET /v1/trial-offers/bookable-trial-offers/classes/{}/slots': () => ({ path: [TRIAL_CLASS] }),
  'POST /v1/trial-offers/lead/validate': () => ({ payload: TRIAL_LEAD }),
  'POST /v1/trial-offers/lead/create': () => ({ payload: TRIAL_LEAD }),
  'POST /v1/trial-offers/classes/booking/validate': () => ({ payload: trialBooking() }),
  'POST /v1/trial-offers/classes/booking/book': () => ({ payload: trialBooking() }),
  'POST /v1/trial-offers/bookings/{}/confirm': () => ({
    path: [receivedFrom('POST /v1/trial-offers/classes/booking/book').bookingId],
    payload: {},
  }),
  'GET /v1/classes': () => ({}),
  'GET /v1/classes/{}': () => ({ path: [CLASS] }),
  'GET /v1/classes/{}/slots': () => ({ path: [CLASS] }),
  'GET /v1/classes/slots': () => ({ query: 'slotWindowStartDate=2026-11-23' }),
  'GET /v1/classes/{}/slots/{}': () => ({ path: [CLASS, classBooking().classSlotId] }),
  'POST /v1/classes/booking/validate': () => ({ payload: classBooking() }),
  'POST /v1/classes/booking/book': () => ({ payload: classBooking() }),
  'GET /v1/classes/booking/{}': () => bookingOf('classes'),
  'GET /v1/classes/booking': () => ({ query: `customerId=${member}` }),
  'DELETE /v1/classes/booking/{}': () => bookingOf('classes'),
  'GET /v1/appointments/bookable': () => ({}),
  'GET /v1/appointments/bookable/{}': () => ({ path: [APPOINTMENT] }),
  'GET /v1/appointments/bookable/{}/slots': () => ({ path: [APPOINTMENT], query: FROM_MONDAY }),
  'POST /v1/appointments/bookable/validate': () => ({ payload: appointmentOf(member) }),
  'POST /v1/appointments/booking/book': () => ({ payload: appointmentOf(member) }),
  'GET /v1/appointments/booking/{}': () => bookingOf('appointments'),
  'GET /v1/appointments/booking': () => ({ query: `customerId=${member}` }),
  'DELETE /v1/appointments/booking/{}': () => bookingOf('appointments'),
  'GET /v1/trial-offers/bookable-trial-offers/appointments/bookable': () => ({}),
  'GET /v1/trial-offers/bookable-trial-offers/appointments/bookable/{}/slots': () => ({
    path: [TRIAL_APPOINTMENT],
    query: FROM_MONDAY,
  }),
  'POST /v1/trial-offers/appointments/booking/validate': async () => ({
    payload: appointmentOf(await newLead(), TRIAL_APPOINTMENT),
  }),
  'POST /v1/trial-offers/appointments/booking/book': async () => ({
    payload: appointmentOf(await newLead(), TRIAL_APPOINTMENT),
  }),
  'POST /v1/customers/{}/self-service/address-data': () => ofMember({ payload: ADDRESS }),
  'GET /v1/customers/{}/self-service/address-data': ofMember,
  'POST /v1/customers/{}/self-service/master-data': () => ofMember({ payload: PERSON }),
  'GET /v1/customers/{}/self-service/master-data': ofMember,
  'POST /v1/customers/{}/self-service/payment-data': () => ofMember({ payload: ACCOUNT }),
  'GET /v1/customers/{}/self-service/payment-data': ofMember,
  'POST /v1/taxadvisor/exports/create': () => ({
    payload: { ...EXPORTED, exportFormat: 'SINGLE', exportFileFormat: 'XLSX', exportLocale: 'ENGLISH' },
  }),
  'GET /v1/taxadvisor/exports/{}': async () => {
    await runQueue(service.app.context, 'TAX_EXPORTS', 0);
    return { path: [receivedFrom('POST /v1/taxadvisor/exports/create').exportId] };
  },
  'GET /v1/studios/tags': async () => {
    await addTag(service.database.db, 'Sauna');
    return {};
  },
  'PUT /v1/studios/information/tags': () => ({ payload: [{ name: 'Sauna' }] }),
  'GET /v1/studios/information': async () => {
    await staff(service, 'studio.publish', INFORMATION);
    return {};
  },
  'GET /v1/customers/{}/access-code': ofMember,
  'GET /v1/employees': async () => {
    await staff(service, 'employee.add', EMPLOYEE);
    return {};
  },
  'GET /v1/employees/{}': () => ({ path: [listFrom('GET /v1/employees')[0]?.id] }),
  'GET /v1/devices': async () => {
    const { entity } = await staff(service, 'device.add', { name: 'Door', model: 'GENERIC_CARD_READER' });
    const [key] = await keyRows();
    const deviceId = Number(/\d+/.exec(entity)?.[0]);
    await staff(service, 'device.assign', { deviceId, integrationId: key?.integrationId });
    return {};
  },
  'PUT /v1/devices/{}/activate': () => ({ path: [listFrom('GET /v1/devices')[0]?.id], payload: {} }),
  'GET /v1/member-lists': () => ({}),
  'POST /v1/customers/{}/switch-studio': async () => {
    const { body } = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
    return {
      path: [body.customerId],
      payload: { targetStudioId: MILANO, switchDate: '2026-11-20', description: 'Moved' },
    };
  },
  'GET /v1/memberships/{}/self-service/idle-periods': () => {
    // The first freeze period of the contract is over then.
    service.clock.advance(90 * 24 * 3600_000);
    return ofContract();
  },
  'DELETE /v1/memberships/{}/self-service/idle-periods/{}': ofPeriod,
  'POST /v1/customers/{}/benefits/{}/use': () => ({ path: [idle.customerId, 'BODY_SCAN'], payload: {} }),
};

const BY_NAME = new Map(LISTED.map((listed) => [listed.operation, listed]));

/** Returns the scope for reading beside one for writing, which previews and validations may accept too (fields-2, 1.2). */
const reading = (scope: string) => scope.replace(/_WRITE$/, '_READ');

test.each(Object.keys(CALLS))('%s opens with its scope alone and answers as listed', async (operation) => {
  const { db } = service.database;
  const { scopes, response } = BY_NAME.get(operation) ?? { scopes: [] };
  const key = operation.includes('/v1/debt-collection') ? COLLECTION_KEY : EUR_KEY;
  await setScopes(db, key, SCOPES);
  const { path = [], query, ...sent } = (await CALLS[operation]?.()) ?? {};
  const [method, template] = operation.split(' ') as [DescribedOperation['method'], string];
  const ids = [...path];
  const address = template.replaceAll('{}', () => String(ids.shift()));
  const url = query === undefined ? address : `${address}?${query}`;
  const call = () => service.api(key).request<unknown>({ method, url, ...sent });

  if (scopes.length > 0) {
    const tolerated = /(preview|validate)$/.test(operation) ? scopes.map(reading) : [];
    const others = SCOPES.filter((scope) => ![...scopes, ...tolerated].includes(scope));
    await setScopes(db, key, others);
    const refused = await call();
    expect([refused.status, (refused.body as ErrorBody).errorCode]).toEqual([
      403,
      'errormessage.permission.denied',
    ]);
  }
  await setScopes(db, key, scopes.slice(0, 1));
  const { status, body } = await call();
  expect(status, JSON.stringify(body)).toBe(200);
  received.set(operation, body);

  if (response === undefined) {
    expect(body).toBeNull();
    return;
  }
  const fields = fieldsOf(response);
  const record = schemaOfFields(fields);
  const faults = misfits(isArray(response) ? { type: 'array', items: record } : record, body);
  expect(
    faults.filter((fault) => !NULL_ID.test(fault)),
    JSON.stringify(body),
  ).toEqual([]);
  // A list without an item would show nothing.
  const lists = Object.keys(fields).filter((name) => fields[name]?.includes('[] !'));
  expect(['', ...lists].filter((name) => valuesAt(body, name).length === 0)).toEqual([]);
});
