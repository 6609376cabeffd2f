import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookings, trialOffers } from '../../src/modules/bookings/bookings.tables.js';
import { classes, classSlots } from '../../src/modules/classes/classes.tables.js';
import { SCOPES } from '../../src/modules/integrations/scopes.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { membershipOffers } from '../../src/modules/memberships/offers/offers.tables.js';
import { taxExports } from '../../src/modules/tax-exports/tax-exports.tables.js';
import { form, PDF } from '../support/data-form.js';
import { pngOf } from '../support/images.js';
import { integrationWith } from '../support/integration.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';
import { staff } from '../support/staff.js';

/*
 * Rules for every operation of the description: HEAD, limits, the key, the separation of studios, cross-studio access,
 * consent. An operation whose path names a person and that needs no body is tested without further data. Any other
 * needs a line in the table.
 */

interface Operation {
  readonly operationId: string;
}

interface Entities {
  readonly customerId: number;
  readonly contractId: number;
  readonly [name: string]: string | number;
}

/** An operation about one person. */
interface AboutPerson {
  readonly about: 'person';
  readonly body?: (entities: Entities) => object;
  readonly form?: () => ReturnType<typeof form>;
  /** The query that names the person. */
  readonly query?: (entities: Entities) => string;
  /** Refusal when the body names another studio's person, for operations that treat this person as unknown. */
  readonly otherStudio?: readonly [status: number, errorCode: string];
}

/** An operation that names an entity other than a person. Cross-studio access does not open it. */
interface AboutEntity {
  readonly about: 'entity';
  readonly query?: string;
  readonly body?: (entities: Entities) => object;
  readonly refused: readonly [status: number, errorCode: string];
}

/** An operation on data of the studio itself. */
interface AboutNobody {
  readonly about: 'studio';
  readonly query?: string;
  readonly body?: () => object;
}

/** An operation that looks into every studio that is open to the integration. */
interface AboutOpenStudios {
  readonly about: 'open studios';
  readonly query?: string;
  readonly body?: () => object;
}

const START = '2026-12-01';
const UNKNOWN = 999_999;
/** The number of a card that the person has. */
const CARD = '1122334455';
const DENIED = [403, 'errormessage.permission.denied'] as const;
const said = {
  subject: 'The sauna',
  content: 'Is it open?',
  communicationDirection: 'INCOMING',
  communicationChannel: 'EMAIL',
  communicationThreadStatus: 'CREATED',
};
const idlePeriod = { startDate: '2027-01-01', temporalUnit: 'MONTH', termValue: 1, reasonId: 1 };
const moduleBooking = { additionalModuleId: 6202, paymentFrequencyId: 6252, bookTrialPeriod: false };
const chosen = { contractOfferTermId: 4105, startDate: START };
const changed = { configId: 9001, membershipOfferTermId: 4105, sourceContractId: 1, startDate: START };
const lead = { firstname: 'Nina', lastname: 'Blum', email: 'nina.blum@example.com' };

const person = (body?: object): AboutPerson => ({ about: 'person', ...(body && { body: () => body }) });
const personInForm = (made: AboutPerson['form']): AboutPerson => ({
  about: 'person',
  form: made ?? (() => form({})),
});
const personInClass = (): AboutPerson => ({
  about: 'person',
  body: ({ customerId, classSlotId }) => ({ customerId, classSlotId }),
});
const personInAppointment = (): AboutPerson => ({
  about: 'person',
  body: ({ customerId, bookableAppointmentId }) => ({
    customerId,
    bookableAppointmentId,
    startDateTime: '2026-11-24T14:00:00+01:00',
    endDateTime: '2026-11-24T15:00:00+01:00',
  }),
});
const personInQuery = (): AboutPerson => ({
  about: 'person',
  query: ({ customerId }) => `?customerId=${customerId}`,
});
const studio = (body?: object, query = ''): AboutNobody => ({
  about: 'studio',
  query,
  ...(body && { body: () => body }),
});
const entity = (refused: AboutEntity['refused'] = DENIED, body?: AboutEntity['body']): AboutEntity => ({
  about: 'entity',
  refused,
  ...(body && { body }),
});

const heldCard = (): AboutEntity => ({
  ...entity([404, 'errormessage.customer.not.identified']),
  query: `?cardNumber=${CARD}`,
});

const openStudios = (body?: object): AboutOpenStudios => ({
  about: 'open studios',
  ...(body && { body: () => body }),
});

const CASES: Readonly<Record<string, AboutPerson | AboutEntity | AboutNobody | AboutOpenStudios>> = {
  userSession: {
    about: 'person',
    body: ({ customerId }) => ({ amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'x', customerId }),
    otherStudio: [404, 'errormessage.customer.not.found'],
  },
  createPaymentLink: {
    about: 'person',
    body: ({ customerId }) => ({ customerId, purposes: ['PAYMENT_INSTRUMENT'] }),
    otherStudio: [404, 'errormessage.customer.not.found'],
  },
  getPaymentLink: entity(),
  cancelPaymentLink: entity(),
  updateCustomerPaymentInstrument: person({ paymentRequestToken: 'x' }),
  bookCustomerPayment: person({ paymentRequestToken: 'x', amount: { amount: 1, currency: 'EUR' } }),
  createCustomerContactDataAmendment: person({ phoneBusiness: '+4930123456' }),
  createCustomerAddressDataAmendment: person({
    street: 'Weg',
    zipCode: '10115',
    city: 'Berlin',
    countryCode: 'DE',
  }),
  createCustomerMasterDataAmendment: person({
    ...{
      firstName: 'Nina',
      lastName: 'Blum',
      gender: 'FEMALE',
      dateOfBirth: '1990-05-17',
      customerTitle: 'DR',
    },
  }),
  createCustomerPaymentDataAmendment: person({
    ...{ accountHolder: 'Nina Blum', bankName: 'Bank', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  }),
  addAccessMedium: person({ type: 'PIN', value: '4711' }),
  addAccessMediums: person({ type: 'PIN', value: '4711' }),
  updateAccessMediums: person({ value: '4711' }),
  switchStudio: person({ targetStudioId: UNKNOWN, switchDate: '2026-11-20' }),
  createCustomerWeighing: person({ rawResults: '-' }),
  updateImage: personInForm(() => form(undefined, { name: 'face.png', bytes: pngOf(10, 10) }, 'image')),
  setAccessRestriction: person({ reason: 'Locker key not returned' }),
  uploadDocument: personInForm(() => form(undefined, PDF, 'file')),
  createCommunicationInNewCommunicationThread: person(said),
  createCommunicationInExistingCommunicationThread: person(said),
  setAdditionalInformationFieldAssignments: person([]),
  updateCommunicationPreferences: person([
    { messageCategory: 'NEWSLETTER', channels: [{ communicationChannel: 'EMAIL', active: true }] },
  ]),
  postMembershipPreview: person(chosen),
  addMembership: person(chosen),
  postMembershipSwitchPreview: person(changed),
  switchMembership: person(changed),
  validateAdditionalModuleContractRequest: person(moduleBooking),
  purchaseAdditionalModuleContract: person(moduleBooking),
  createContractCancelationAmendment: person({
    contractId: 1,
    cancelationDate: '2027-01-31',
    cancelationReasonId: 1001,
  }),
  createModuleContractCancelationAmendment: person({
    cancelationDate: '2027-01-31',
    cancelationReasonId: 1001,
  }),
  validateIdlePeriodRequest: person(idlePeriod),
  idlePeriodUpdatePreview: person(idlePeriod),
  createIdlePeriodAmendment: personInForm(() => form(idlePeriod)),
  updateIdlePeriod: personInForm(() => form(idlePeriod)),
  validateClassSlot: personInClass(),
  bookClassSlot: personInClass(),
  validateClassSlotForTrialOffers: personInClass(),
  bookClassSlotForTrialOffers: personInClass(),
  getClassBookingsByCustomerId: personInQuery(),
  validateForAppointmentBooking: personInAppointment(),
  bookAppointmentBooking: personInAppointment(),
  validateForAppointmentBookingForTrialOffers: personInAppointment(),
  bookAppointmentForTrialOffer: personInAppointment(),
  getAppointmentBookings: personInQuery(),
  getBookableAppointment: entity(),
  getBookableAppointmentSlots: entity(),
  getBookableAppointmentSlotsForTrialOffers: entity(),
  getAppointmentBooking: entity(),
  deleteAppointmentBooking: entity(),
  getBookableAppointments: studio(),
  getBookableTrialOfferAppointments: studio(),
  getClassById: entity(),
  getClassSlots: entity(),
  getClassSlotById: entity(),
  getClassBookingById: entity(),
  cancelClassSlotById: entity(),
  getActiveClasses: studio(),
  getClassSlotsForMultipleClasses: studio(),
  getMembershipOfferById: entity(),
  getAggregatorMember: entity(),
  getTrialOfferConfig: entity(),
  getClassSlotsForTrialOffers: entity(),
  confirmTrialOfferBooking: entity(),
  activateDevice: entity(),
  getEmployee: entity(),
  getExport: entity(),
  postSignupPreview: entity(DENIED, () => ({ contract: chosen, customer: PERSON })),
  signupMembership: entity(DENIED, () => ({ contract: chosen, customer: PERSON })),
  validateForLeadCustomerCreation: entity(DENIED, ({ configId = 0 }) => ({
    leadCustomerData: lead,
    trialOfferConfigId: configId,
  })),
  createLeadCustomer: entity(DENIED, ({ configId = 0 }) => ({
    leadCustomerData: lead,
    trialOfferConfigId: configId,
  })),
  redeemCheckinVoucher: entity([400, 'errormessage.membership.voucher.invalid'], () => ({
    voucherCode: 'VISIT',
    ...lead,
  })),
  getCustomerBy: entity([404, 'errormessage.customer.not.identified']),
  getCustomerContractsBy: entity([404, 'errormessage.customer.not.identified']),
  getCrossStudioCustomerBy: openStudios(),
  searchCrossStudioCustomers: openStudios({ lastName: 'Haddad' }),
  getStudiosWithActiveMembershipOffers: openStudios(),
  getStudioInformation: studio(),
  getAll: studio(),
  updateStudioTags: studio([]),
  createExport: studio({}),
  getEmployees: studio(),
  getAdditionalInformationFields: studio(),
  getLeadConfig: studio(),
  validateForLeadCreation: studio({}),
  createLead: studio({}),
  getBenefitsByCardNumber: heldCard(),
  getCustomerMeasurement: heldCard(),
  getCustomers: studio(),
  searchCustomers: studio({ lastName: 'a' }),
  createCustomer: studio({}),
  getContractCancelationReasonData: studio(),
  getAdditionalModules: studio(),
  getMembershipOffers: studio(),
  confirmActivation: studio({}),
  getUtilization: studio(),
  createAggregatorMember: studio({}),
  getAggregatorMembers: studio(),
  getMemberLists: studio(),
  getDevices: studio(),
  getPurchasableOnlineOffers: studio(),
  getBookableTrialOfferClasses: studio(),
  getDebtors: entity(),
  getTransferDetails: entity(),
  confirmTransfer: entity(),
  updateDebtCollection: entity(DENIED, () => ({
    requestId: 'of a stranger',
    debtors: [{ debtorId: '2011', agencyCollectionCases: [] }],
  })),
  getDebtCollectionCases: studio(undefined, '?debtorId=2011'),
  getDebtCollectionConfiguration: studio(),
  getDebtCollectionBlockedDebtors: studio(),
  getDebtCollectionBlockedDebts: studio(),
};

const PERSON = {
  firstName: 'Nina',
  lastName: 'Blum',
  dateOfBirth: '1990-05-17',
  email: 'nina.blum@example.com',
  street: 'Weg 1',
  city: 'Berlin',
  zipCode: '10115',
  countryCode: 'DE',
  language: { languageCode: 'de' },
};

/** The legacy interface requires no key. */
const PUBLIC = ['getTrialSession', 'bookTrialSession', 'confirmTrialSession'];

const SCOPELESS = 'key-without-a-scope';
/** Keys with every scope: of another studio, of another studio with access to the first, and of the first studio. */
const [STRANGER, GUEST, HOST] = ['key-of-a-stranger', 'key-of-a-guest', 'key-of-the-studio'];

let service: TestService;
let own: Entities;
let refusing: Entities;
beforeAll(async () => {
  service = await startTestService({ rateLimit: { limit: 1_000_000, seconds: 60 } });
  const { db } = service.database;
  const contractOf = async (customerId: number) =>
    (await db.select().from(contracts).where(eq(contracts.customerId, customerId)))[0]?.id ?? 0;
  const [offer] = await db.select().from(membershipOffers).where(eq(membershipOffers.studioId, 1001));
  const [trialOffer] = await db.select().from(trialOffers).where(eq(trialOffers.studioId, 1001));
  const [trialClass] = await db.select().from(classes).where(eq(classes.studioId, 1001));
  const [slot] = await db
    .select()
    .from(classSlots)
    .where(eq(classSlots.classId, trialClass?.id ?? 0));
  if (!slot) throw new Error('The demo has no class slot.');
  const { id: classSlotId, startsAt, endsAt } = slot;
  const book = async (kind: 'CLASS' | 'APPOINTMENT', subjectId: number) => {
    const [made] = await db
      .insert(bookings)
      .values({
        ...{ uuid: crypto.randomUUID(), studioId: 1001, customerId: 2001, kind, subjectId },
        ...{
          startsAt,
          endsAt,
          instructorIds: [],
          status: 'BOOKED',
          bookedAt: startsAt,
          confirmBy: new Date('2030-01-01'),
        },
      })
      .returning({ id: bookings.id });
    return made?.id ?? 0;
  };
  const device = await staff(service, 'device.add', { name: 'Door', model: 'GENERIC_CARD_READER' });
  const [taxExport] = await db
    .insert(taxExports)
    .values({
      ...{ uuid: crypto.randomUUID(), studioId: 1001, fromDate: '2026-10-01', toDate: '2026-10-31' },
      ...{ format: 'SINGLE', fileFormat: 'CSV', locale: 'GERMAN', state: 'READY' },
      createdAt: service.clock.now(),
    })
    .returning({ id: taxExports.id });
  const { body: link } = await service
    .api()
    .post<{ id: string }>('/v1/payments/links', { customerId: 2005, purposes: ['PAYMENT_INSTRUMENT'] });
  const shared = {
    membershipOfferId: offer?.id ?? 0,
    configId: trialOffer?.id ?? 0,
    classId: trialClass?.id ?? 0,
    classSlotId,
    bookingId: await book('CLASS', classSlotId),
    bookableAppointmentId: 12_002,
    appointmentBookingId: await book('APPOINTMENT', 12_002),
    aggregatorId: 'A-100045',
    debtCollectionRunId: 40000,
    id: 6101,
    exportId: taxExport?.id ?? 0,
    linkId: link.id,
    deviceId: Number(/\d+/.exec(device.entity)?.[0]),
    customerNumber: 2005,
  };
  own = { ...shared, customerId: 2005, contractId: await contractOf(2005) };
  refusing = { ...shared, customerId: 2008, contractId: await contractOf(2008) };
  await staff(service, 'consent.set', { customerId: 2008, thirdPartyAccess: false });
  await staff(service, 'access-medium.add', { customerId: 2005, type: 'CARD_NUMBER', value: CARD });
  await staff(service, 'studio.publish', {
    ...{ openingHours: [], closingHours: [], openingHoursCategories: [] },
    accessCodes: true,
  });
  await integrationWith(db, { key: STRANGER, scopes: SCOPES, studioId: 1002 });
  const granted = await integrationWith(db, { key: GUEST, scopes: SCOPES, studioId: 1002 });
  await staff(service, 'integration.grant-access', { integrationId: granted });
  await integrationWith(db, { key: HOST, scopes: SCOPES });
  await integrationWith(db, { key: SCOPELESS, scopes: [] });
});
afterAll(() => service.close());

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

interface Sent {
  readonly method: Method;
  readonly url: string;
  readonly payload?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Described extends Operation {
  readonly method: Method;
  readonly path: string;
}

const operations = (): Described[] => {
  const { paths } = service.app.app.swagger() as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase() as Method,
      path,
    })),
  );
};

/** Checks whether the path names a person. */
const namesPerson = ({ path }: Described) => /\{(customerId|contractId)\}/.test(path);

const caseOf = (operation: Described) =>
  CASES[operation.operationId] ?? (namesPerson(operation) && !hasBody(operation) ? person() : null);

const hasBody = (operation: Described) => 'requestBody' in operation;

function requestOf(operation: Described, entities: Entities): Sent {
  const { method, path } = operation;
  const found = caseOf(operation);
  // The configuration of a switch differs from that of a trial, and the booking of an appointment from that of a class.
  const known = path.includes('membership-switch')
    ? { ...entities, configId: 9001 }
    : path.includes('/appointments/')
      ? { ...entities, bookingId: entities.appointmentBookingId ?? 0 }
      : entities;
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => String(known[name] ?? UNKNOWN));
  const query = path.endsWith('/by') ? `?customerNumber=${entities.customerId}` : '';
  const body = found?.body?.(entities);
  const made = found?.about === 'person' ? found.form?.() : undefined;
  const listed = found?.about === 'person' ? (found.query?.(entities) ?? '') : (found?.query ?? '');
  return { method, url: `${url}${query}${listed}`, ...(body && { payload: body }), ...made };
}

interface Reply {
  readonly status: number;
  readonly code: string | null;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Keys of the same callers for debt collection, whose partner has its own key for each studio. */
const COLLECTING = new Map([
  [HOST, 'test-key-collection-berlin'],
  [STRANGER, 'test-key-collection-zuerich'],
  [GUEST, 'test-key-collection-zuerich'],
]);

async function send(request: Sent, caller: string | null): Promise<Reply> {
  const isCollecting = request.url.startsWith('/v1/debt-collection');
  const key = (isCollecting && caller !== null && COLLECTING.get(caller)) || caller;
  const headers = { ...request.headers, ...(key !== null && { 'x-api-key': key }) };
  const {
    statusCode: status,
    body: text,
    headers: got,
  } = await service.app.app.inject({ ...request, headers });
  const body: unknown = text === '' ? null : JSON.parse(text);
  if (request.method !== 'HEAD') {
    service.description.check(request.method, request.url, request.payload, status, body);
  }
  const { errorCode: code = null } = (body ?? {}) as { errorCode?: string | null };
  return { status, code, body, headers: got };
}

/** Returns the faults of all operations, one per line, so that a single failure shows all of them. */
async function faults(
  wanted: (operation: Described) => boolean,
  check: (operation: Described) => Promise<string | null>,
): Promise<string[]> {
  const found: string[] = [];
  const chosenOnes = operations().filter(wanted);
  expect(chosenOnes).not.toEqual([]);
  for (const operation of chosenOnes) {
    const fault = await check(operation);
    if (fault !== null) found.push(`${operation.operationId}: ${fault}`);
  }
  return found;
}

const LIMITS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const needsKey = ({ operationId }: Described) => !PUBLIC.includes(operationId);
const isAbout = (about: NonNullable<ReturnType<typeof caseOf>>['about']) => (operation: Described) =>
  needsKey(operation) && caseOf(operation)?.about === about;
const difference = ({ status, code }: Reply, expected: readonly [number, string]) =>
  status === expected[0] && code === expected[1] ? null : `${status} ${code ?? ''}`;

test('each operation says what it is about, by its path or by a line of the table', () => {
  const missing = operations().filter((operation) => needsKey(operation) && caseOf(operation) === null);
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  const described = operations().map(({ operationId }) => operationId);
  expect(Object.keys(CASES).filter((name) => !described.includes(name))).toEqual([]);
});

describe('every operation', () => {
  test('answers HEAD with 200 for a valid key and 401 otherwise, and always with its limits', async () => {
    const check = async ({ path }: Described) => {
      const url = path.replace(/\{\w+\}/g, '1');
      const [valid, none] = [
        await send({ method: 'HEAD', url }, EUR_KEY),
        await send({ method: 'HEAD', url }, null),
      ];
      const lacks = LIMITS.filter((name) => !(name in valid.headers) || !(name in none.headers));
      return valid.status === 200 && none.status === 401 && lacks.length === 0
        ? null
        : `${valid.status}, ${none.status}, without ${lacks.join()}`;
    };
    expect(await faults(() => true, check)).toEqual([]);
  });

  test('that this service does not have answers HEAD likewise', async () => {
    const url = '/v1/online-offers/2001/purchased';
    expect((await send({ method: 'HEAD', url }, EUR_KEY)).status).toBe(200);
    expect((await send({ method: 'HEAD', url }, null)).status).toBe(401);
    expect((await send({ method: 'HEAD', url }, 'wrong')).status).toBe(401);
    expect((await send({ method: 'GET', url }, EUR_KEY)).status).toBe(404);
  });

  test.each(['/v1/nothing-of-ours', '/v1/%E0%A4%A', `/v1/customers/${'1'.repeat(200)}`])(
    'nor does %s, which names the limits',
    async (url) => {
      const { status, code, headers } = await send({ method: 'GET', url }, EUR_KEY);
      expect([status, code]).toEqual([404, 'errormessage.not.found']);
      expect(LIMITS.filter((name) => !(name in headers))).toEqual([]);
    },
  );

  test('refuses a key without its scope; only the activation needs no scope', async () => {
    const check = async (operation: Described) =>
      difference(await send(requestOf(operation, own), SCOPELESS), DENIED);
    const needsScope = (operation: Described) =>
      needsKey(operation) && operation.operationId !== 'confirmActivation';
    expect(await faults(needsScope, check)).toEqual([]);
  });

  test('refuses a request without a key with 401, and names the limits', async () => {
    const check = async (operation: Described) => {
      const { status, code, headers } = await send(requestOf(operation, own), null);
      const lacks = LIMITS.filter((name) => !(name in headers));
      return status === 401 && code === 'errormessage.authentication.failed' && lacks.length === 0
        ? null
        : `${status} ${code ?? ''}, without ${lacks.join()}`;
    };
    expect(await faults(needsKey, check)).toEqual([]);
  });
});

describe('an operation about a person', () => {
  const otherStudio = (operation: Described) => {
    const found = caseOf(operation);
    return (found?.about === 'person' ? found.otherStudio : undefined) ?? DENIED;
  };

  test('is refused for somebody of another studio', async () => {
    const check = async (operation: Described) =>
      difference(await send(requestOf(operation, own), STRANGER), otherStudio(operation));
    expect(await faults(isAbout('person'), check)).toEqual([]);
  });

  test('answers 404 for a person who does not exist', async () => {
    const nobody = { ...own, customerId: UNKNOWN, contractId: UNKNOWN };
    const check = async (operation: Described) => {
      const { status } = await send(requestOf(operation, nobody), HOST);
      return status === 404 ? null : String(status);
    };
    expect(await faults(isAbout('person'), check)).toEqual([]);
  });

  test('is refused for somebody who has not consented to access by third parties', async () => {
    const code = 'errormessage.third.party.customer.access.disabled';
    for (const key of [HOST, GUEST]) {
      const check = async (operation: Described) =>
        difference(await send(requestOf(operation, refusing), key), [403, code]);
      expect(await faults(isAbout('person'), check)).toEqual([]);
    }
  });

  test('does for an integration with cross-studio access what it does for one of the studio', async () => {
    const check = async (operation: Described) => {
      const request = requestOf(operation, own);
      const guest = await send(request, GUEST);
      const host = await send(request, HOST);
      // A repeated creation returns what it created, or reports that it already exists.
      const isSame = operation.method === 'GET' ? guest.status === host.status : guest.status !== 403;
      return isSame && guest.status < 500 && guest.code !== 'errormessage.permission.denied'
        ? null
        : `${guest.status} ${guest.code ?? ''}, not ${host.status} ${host.code ?? ''}`;
    };
    expect(await faults(isAbout('person'), check)).toEqual([]);
  });
});

describe('an operation that names another entity', () => {
  test('is refused for one of another studio, with cross-studio access too', async () => {
    for (const key of [STRANGER, GUEST]) {
      const check = async (operation: Described) => {
        const found = caseOf(operation);
        const refused = found?.about === 'entity' ? found.refused : DENIED;
        return difference(await send(requestOf(operation, own), key), refused);
      };
      expect(await faults(isAbout('entity'), check)).toEqual([]);
    }
  });
});

describe('an operation over several studios', () => {
  test('shows the studios that are open to the integration, and no other', async () => {
    const showsHost = ({ body }: Reply) => JSON.stringify(body).includes('"studioId":1001');
    const check = async (operation: Described) => {
      const request = requestOf(operation, own);
      const shown = [];
      for (const key of [HOST, GUEST, STRANGER]) shown.push(showsHost(await send(request, key)));
      return shown.join() === 'true,true,false' ? null : `shows the studio: ${shown.join()}`;
    };
    expect(await faults(isAbout('open studios'), check)).toEqual([]);
  });

  test('shows nothing of who has not consented', async () => {
    const check = async (operation: Described) => {
      const { body } = await send(requestOf(operation, refusing), GUEST);
      return /Aylin|Elif|"id":2008\b/.test(JSON.stringify(body)) ? 'tells of them' : null;
    };
    expect(await faults(isAbout('open studios'), check)).toEqual([]);
  });
});

describe('an operation about the studio', () => {
  test('shows its own studio alone, with cross-studio access too', async () => {
    const check = async (operation: Described) => {
      const request = requestOf(operation, own);
      const [stranger, guest] = [await send(request, STRANGER), await send(request, GUEST)];
      const { traceId: _, ...strangerBody } = (stranger.body ?? {}) as { traceId?: string };
      const { traceId: __, ...guestBody } = (guest.body ?? {}) as { traceId?: string };
      if (JSON.stringify(strangerBody) !== JSON.stringify(guestBody)) return 'tells the guest something else';
      return /Lukas|Haddad|Brandt|A-100045/.test(JSON.stringify(guest.body))
        ? 'tells of another studio'
        : null;
    };
    expect(await faults(isAbout('studio'), check)).toEqual([]);
  });

  test('shows nothing of who has not consented', async () => {
    const check = async (operation: Described) => {
      const { body } = await send(requestOf(operation, own), HOST);
      return /Aylin|Elif|"customerId":(2003|2008)\b/.test(JSON.stringify(body)) ? 'tells of them' : null;
    };
    expect(await faults(isAbout('studio'), check)).toEqual([]);
  });
});
