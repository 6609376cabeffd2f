import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapValues } from '../../src/core/http/name-schemas.js';
import { bookings, trialOffers } from '../../src/modules/bookings/bookings.tables.js';
import { classes, classSlots } from '../../src/modules/classes/classes.tables.js';
import { SCOPES } from '../../src/modules/integrations/scopes.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { membershipOffers } from '../../src/modules/memberships/offers/offers.tables.js';
import { taxExports } from '../../src/modules/tax-exports/tax-exports.tables.js';
import { type SentRequest, operationsIn, requestOfExample, type WithExample } from '../support/examples.js';
import { integrationWith } from '../support/integration.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';
import { staff } from '../support/staff.js';

/*
 * Rules for every operation of the description: HEAD, limits, the key, the separation of studios, cross-studio access,
 * consent. They send the examples of the description. An operation whose path does not name a person needs a line in the
 * table.
 */

interface Entities {
  readonly customerId: number;
  readonly contractId: number;
  readonly [name: string]: string | number;
}

/** What an operation is about. The test sends the description's example, with the ids of its own entities. */
interface Case {
  /** Cross-studio access opens no entity other than a person. */
  readonly about: 'person' | 'entity' | 'studio' | 'open studios';
  /** Sent instead of the example. */
  readonly body?: object;
  /** The expected refusal for another studio's person or entity. */
  readonly refused?: readonly [status: number, errorCode: string];
}

const UNKNOWN = 999_999;
/** The number of a card that the person has. */
const CARD = '1122334455';
const DENIED = [403, 'errormessage.permission.denied'] as const;

const person = (refused: Case['refused'] = DENIED): Case => ({ about: 'person', refused });
const entity = (refused: Case['refused'] = DENIED): Case => ({ about: 'entity', refused });
const studio = (body?: object): Case => ({ about: 'studio', ...(body && { body }) });
const openStudios = (body?: object): Case => ({ about: 'open studios', ...(body && { body }) });
const heldCard = (): Case => entity([404, 'errormessage.customer.not.identified']);
const UNKNOWN_CUSTOMER = [404, 'errormessage.customer.not.found'] as const;

const CASES: Readonly<Record<string, Case>> = {
  userSession: person(UNKNOWN_CUSTOMER),
  createPaymentLink: person(UNKNOWN_CUSTOMER),
  getPaymentLink: entity(),
  cancelPaymentLink: entity(),
  validateClassSlot: person(),
  bookClassSlot: person(),
  validateClassSlotForTrialOffers: person(),
  bookClassSlotForTrialOffers: person(),
  getClassBookingsByCustomerId: person(),
  validateForAppointmentBooking: person(),
  bookAppointmentBooking: person(),
  validateForAppointmentBookingForTrialOffers: person(),
  bookAppointmentForTrialOffer: person(),
  getAppointmentBookings: person(),
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
  postSignupPreview: entity(),
  signupMembership: entity(),
  validateForLeadCustomerCreation: entity(),
  createLeadCustomer: entity(),
  redeemCheckinVoucher: entity([400, 'errormessage.membership.voucher.invalid']),
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
  updateDebtCollection: entity(),
  getDebtCollectionCases: studio(),
  getDebtCollectionConfiguration: studio(),
  getDebtCollectionBlockedDebtors: studio(),
  getDebtCollectionBlockedDebts: studio(),
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
  operations = operationsIn((await service.app.app.inject('/openapi.json')).json<{ paths: object }>());
  const { db } = service.database;
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
    cardNumber: CARD,
  };
  const entitiesOf = async (customerId: number) => {
    const [contract] = await db.select().from(contracts).where(eq(contracts.customerId, customerId));
    const contractId = contract?.id ?? 0;
    return { ...shared, customerId, customerNumber: customerId, contractId, sourceContractId: contractId };
  };
  own = await entitiesOf(2005);
  refusing = await entitiesOf(2008);
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

let operations: readonly WithExample[];

/** Checks whether the path names a person. */
const namesPerson = ({ path }: WithExample) => /\{(customerId|contractId)\}/.test(path);

const caseOf = (operation: WithExample) =>
  CASES[operation.operationId] ?? (namesPerson(operation) ? person() : null);

async function requestOf(operation: WithExample, entities: Entities): Promise<SentRequest> {
  const { path, parameters = [] } = operation;
  // The configuration of a switch differs from that of a trial, and the booking of an appointment from that of a class.
  const known: Entities = path.includes('membership-switch')
    ? { ...entities, configId: 9001 }
    : path.includes('/appointments/')
      ? { ...entities, bookingId: entities.appointmentBookingId ?? 0 }
      : entities;
  const about = parameters.map((each) =>
    each.example === undefined || !(each.name in known) ? each : { ...each, example: known[each.name] },
  );
  const { headers, ...request } = await requestOfExample({ ...operation, parameters: about }, (body) => {
    const { body: own } = caseOf(operation) ?? {};
    if (own || Array.isArray(body)) return own ?? body;
    return mapValues(body, (value, name) => known[name] ?? value);
  });
  // The service would refuse a second request with the same key because of its key, not because of the rule.
  const { 'idempotency-key': _, ...rest } = headers;
  return { ...request, headers: rest };
}

type Sent = Omit<SentRequest, 'method' | 'headers'> & {
  readonly method: SentRequest['method'] | 'HEAD';
  readonly headers?: SentRequest['headers'];
};

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
  wanted: (operation: WithExample) => boolean,
  check: (operation: WithExample) => Promise<string | null>,
): Promise<string[]> {
  const found: string[] = [];
  const chosenOnes = operations.filter(wanted);
  expect(chosenOnes).not.toEqual([]);
  for (const operation of chosenOnes) {
    const fault = await check(operation);
    if (fault !== null) found.push(`${operation.operationId}: ${fault}`);
  }
  return found;
}

const LIMITS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const needsKey = ({ operationId }: WithExample) => !PUBLIC.includes(operationId);
const isAbout = (about: Case['about']) => (operation: WithExample) =>
  needsKey(operation) && caseOf(operation)?.about === about;
const difference = ({ status, code }: Reply, expected: readonly [number, string]) =>
  status === expected[0] && code === expected[1] ? null : `${status} ${code ?? ''}`;

test('each operation says what it is about, by its path or by a line of the table', () => {
  const missing = operations.filter((operation) => needsKey(operation) && caseOf(operation) === null);
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  const described = operations.map(({ operationId }) => operationId);
  expect(Object.keys(CASES).filter((name) => !described.includes(name))).toEqual([]);
});

describe('every operation', () => {
  test('answers HEAD with 200 for a valid key and 401 otherwise, and always with its limits', async () => {
    const check = async ({ path }: WithExample) => {
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
    const check = async (operation: WithExample) =>
      difference(await send(await requestOf(operation, own), SCOPELESS), DENIED);
    const needsScope = (operation: WithExample) =>
      needsKey(operation) && operation.operationId !== 'confirmActivation';
    expect(await faults(needsScope, check)).toEqual([]);
  });

  test('refuses a request without a key with 401, and names the limits', async () => {
    const check = async (operation: WithExample) => {
      const { status, code, headers } = await send(await requestOf(operation, own), null);
      const lacks = LIMITS.filter((name) => !(name in headers));
      return status === 401 && code === 'errormessage.authentication.failed' && lacks.length === 0
        ? null
        : `${status} ${code ?? ''}, without ${lacks.join()}`;
    };
    expect(await faults(needsKey, check)).toEqual([]);
  });
});

describe('an operation about a person', () => {
  test('is refused for somebody of another studio', async () => {
    const check = async (operation: WithExample) =>
      difference(await send(await requestOf(operation, own), STRANGER), caseOf(operation)?.refused ?? DENIED);
    expect(await faults(isAbout('person'), check)).toEqual([]);
  });

  test('answers 404 for a person who does not exist', async () => {
    const nobody = { ...own, customerId: UNKNOWN, contractId: UNKNOWN };
    const check = async (operation: WithExample) => {
      const { status } = await send(await requestOf(operation, nobody), HOST);
      return status === 404 ? null : String(status);
    };
    expect(await faults(isAbout('person'), check)).toEqual([]);
  });

  test('is refused for somebody who has not consented to access by third parties', async () => {
    const code = 'errormessage.third.party.customer.access.disabled';
    for (const key of [HOST, GUEST]) {
      const check = async (operation: WithExample) =>
        difference(await send(await requestOf(operation, refusing), key), [403, code]);
      expect(await faults(isAbout('person'), check)).toEqual([]);
    }
  });

  test('does for an integration with cross-studio access what it does for one of the studio', async () => {
    const check = async (operation: WithExample) => {
      const request = await requestOf(operation, own);
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
      const check = async (operation: WithExample) => {
        const refused = caseOf(operation)?.refused ?? DENIED;
        return difference(await send(await requestOf(operation, own), key), refused);
      };
      expect(await faults(isAbout('entity'), check)).toEqual([]);
    }
  });
});

describe('an operation over several studios', () => {
  test('shows the studios that are open to the integration, and no other', async () => {
    const showsHost = ({ body }: Reply) => JSON.stringify(body).includes('"studioId":1001');
    const check = async (operation: WithExample) => {
      const request = await requestOf(operation, own);
      const shown = [];
      for (const key of [HOST, GUEST, STRANGER]) shown.push(showsHost(await send(request, key)));
      return shown.join() === 'true,true,false' ? null : `shows the studio: ${shown.join()}`;
    };
    expect(await faults(isAbout('open studios'), check)).toEqual([]);
  });

  test('shows nothing of who has not consented', async () => {
    const check = async (operation: WithExample) => {
      const { body } = await send(await requestOf(operation, refusing), GUEST);
      return /Aylin|Elif|"id":2008\b/.test(JSON.stringify(body)) ? 'tells of them' : null;
    };
    expect(await faults(isAbout('open studios'), check)).toEqual([]);
  });
});

describe('an operation about the studio', () => {
  test('shows its own studio alone, with cross-studio access too', async () => {
    const check = async (operation: WithExample) => {
      const request = await requestOf(operation, own);
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
    const check = async (operation: WithExample) => {
      const { body } = await send(await requestOf(operation, own), HOST);
      return /Aylin|Elif|"customerId":(2003|2008)\b/.test(JSON.stringify(body)) ? 'tells of them' : null;
    };
    expect(await faults(isAbout('studio'), check)).toEqual([]);
  });
});
