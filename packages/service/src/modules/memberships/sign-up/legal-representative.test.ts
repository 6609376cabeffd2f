import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NINA, SIGNATURE, TERMS, tokenFor } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../../../../test/support/service.js';
import { staff } from '../../../../test/support/staff.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import { studios } from '../../studios/studios.tables.js';
import { contracts } from '../contracts/contracts.tables.js';

/* The demo studio in Berlin has a minimum age of 14 and requires a legal representative. */

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const free = { contractOfferTermId: TERMS.free, startDate: '2026-12-01' };
const MINOR = '2010-05-17';
const CHILD = '2012-12-02';
const legalRepresentative = {
  firstName: 'Anna',
  lastName: 'Brandt',
  consent: true,
  base64SvgSignature: SIGNATURE,
};
const svg = (content: string) => Buffer.from(`<svg>${content}</svg>`).toString('base64');

type Sent = Partial<Record<keyof typeof legalRepresentative, unknown>>;
type Answer = ErrorBody & { customerId: number; legalRepresentativeRequired?: boolean };

const post = async (url: string, body: object, key = EUR_KEY) => service.api(key).post<Answer>(url, body);
const SIGNUP = '/v1/memberships/signup';
const signUp = (dateOfBirth: string, representative?: Sent | null, url = SIGNUP) =>
  post(url, {
    contract: { ...free, ...(representative === undefined ? {} : { legalRepresentative: representative }) },
    customer: { ...NINA, dateOfBirth },
  });
const preview = (dateOfBirth: string) => signUp(dateOfBirth, undefined, `${SIGNUP}/preview`);

const detailsOf = async (customerId: number) => {
  const { db } = service.database;
  const made = await db
    .select()
    .from(contracts)
    .where(eq(contracts.customerId, customerId))
    .orderBy(contracts.id);
  return made.at(-1)?.details;
};
const set = (minimumAge: number | null, requireLegalRepresentative: boolean) =>
  staff(service, 'settings.set', {
    subject: 'underageMembers',
    values: { minimumAge, requireLegalRepresentative },
  });

test('all demo studios have a minimum age and require a legal representative', async () => {
  const all = await service.database.db.select().from(studios);
  expect(all.map((studio) => settingsOf(studio).underageMembers)).toEqual(
    Array.from({ length: 7 }, () => ({
      minimumAge: expect.any(Number) as number,
      requireLegalRepresentative: true,
    })),
  );
});

describe('a sign-up', () => {
  test('of a minor keeps the representative, with the signature as the service draws it', async () => {
    const answer = await signUp(MINOR, legalRepresentative);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const kept = (await detailsOf(answer.body.customerId))?.legalRepresentative;
    expect(kept).toEqual({ firstName: 'Anna', lastName: 'Brandt', signature: expect.any(String) as string });
    expect(kept?.signature).toContain('M 10,50 C 40,10 65,10 95,50');
    expect(kept?.signature).not.toMatch(/script|alert|onload/);
  });

  test('of a minor is signed by both where the offer requires a signature', async () => {
    const { token } = await tokenFor(service, { scope: 'ECOM', amount: 62.91 });
    const contract = { ...free, contractOfferTermId: TERMS.standard, initialPaymentRequestToken: token };
    const send = (fields: object) =>
      post(SIGNUP, {
        contract: { ...contract, ...fields },
        customer: { ...NINA, dateOfBirth: MINOR },
      });
    const alone = await send({ legalRepresentative });
    expect([alone.status, alone.body.reference]).toEqual([400, 'contract.contractSignature']);
    const contractSignature = { base64SvgSignature: svg('<path d="M1 1 L2 2"/>') };
    const answer = await send({ legalRepresentative, contractSignature });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const details = await detailsOf(answer.body.customerId);
    expect(details?.contractSignature).toContain('M 1,1 L 2,2');
    expect(details?.legalRepresentative?.signature).toContain('M 10,50');
  });

  test.each<[string, Sent | null | undefined, string]>([
    ['no representative', undefined, ''],
    ['null', null, ''],
    ['no first name', { ...legalRepresentative, firstName: undefined }, '.firstName'],
    ['a blank first name', { ...legalRepresentative, firstName: ' ' }, '.firstName'],
    ['no last name', { ...legalRepresentative, lastName: undefined }, '.lastName'],
    ['no consent', { ...legalRepresentative, consent: undefined }, '.consent'],
    ['consent refused', { ...legalRepresentative, consent: false }, '.consent'],
    ['consent as a text', { ...legalRepresentative, consent: 'true' }, '.consent'],
    ['no signature', { ...legalRepresentative, base64SvgSignature: undefined }, '.base64SvgSignature'],
    ['a signature that is no Base64', { ...legalRepresentative, base64SvgSignature: '!' }, '.base64SvgSignature'],
    ['a signature without strokes', { ...legalRepresentative, base64SvgSignature: svg('<script/>') }, '.base64SvgSignature'],
  ])('of a minor is refused with %s', async (_, sent, below) => {
    const { status, body } = await signUp(MINOR, sent);
    expect([status, body.reference]).toEqual([400, `contract.legalRepresentative${below}`]);
    if (below === '') expect(body.errorCode).toBe('errormessage.membership.legal.representative.required');
  }); // prettier-ignore

  test.each([
    ['who is of age on the start date', '2008-12-01', 200],
    ['who comes of age the day after', '2008-12-02', 400],
    ['who reaches the minimum age on the start date', '2012-12-01', 400],
  ])('of a person %s, without a representative', async (_, dateOfBirth, status) => {
    const answer = await signUp(dateOfBirth);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.reference).toBe('contract.legalRepresentative');
  });

  test.each(['', '/preview'])('of a person below the minimum age is refused (%s)', async (path) => {
    const answer = await service.api().request<ErrorBody>({
      method: 'POST',
      url: `${SIGNUP}${path}`,
      headers: { 'accept-language': 'de' },
      payload: {
        contract: { ...free, legalRepresentative },
        customer: { ...NINA, dateOfBirth: CHILD },
      },
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({
        errorCode: 'errormessage.membership.minimum.age',
        errorMessage: 'Das Mindestalter bei Vertragsbeginn beträgt 14 Jahre.',
        reference: 'customer.dateOfBirth',
      }),
    ]);
  });

  test('of an adult keeps no representative, and the member’s own signature', async () => {
    const contract = {
      ...free,
      legalRepresentative: { ...legalRepresentative, base64SvgSignature: svg('') },
      contractSignature: { base64SvgSignature: SIGNATURE },
    };
    const answer = await post(SIGNUP, { contract, customer: NINA });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const details = await detailsOf(answer.body.customerId);
    expect(details?.legalRepresentative).toBeUndefined();
    expect(details?.contractSignature).toContain('M 10,50');
  });

  test('is repeated with the same key without a second contract, and refused with another representative', async () => {
    const send = (representative: Sent) =>
      service.api().request<Answer>({
        method: 'POST',
        url: SIGNUP,
        headers: { 'idempotency-key': 'a-representative-signs' },
        payload: {
          contract: { ...free, legalRepresentative: representative },
          customer: { ...NINA, dateOfBirth: MINOR },
        },
      });
    const first = await send(legalRepresentative);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect((await send(legalRepresentative)).body).toEqual(first.body);
    expect((await send({ ...legalRepresentative, firstName: 'Paul' })).status).toBe(409);
  });
});

test('the preview says that a minor needs a representative, and nothing about an adult', async () => {
  expect((await preview(MINOR)).body.legalRepresentativeRequired).toBe(true);
  expect((await preview(NINA.dateOfBirth)).body).not.toHaveProperty('legalRepresentativeRequired');
});

describe('a further membership', () => {
  const customerBornOn = async (dateOfBirth: string) =>
    (await post('/v1/customers/create', { ...NINA, dateOfBirth })).body.customerId;
  const path = (customerId: number) => `/v1/memberships/customers/${customerId}/add-membership`;

  test('of a minor needs a representative', async () => {
    const customerId = await customerBornOn(MINOR);
    expect((await post(`${path(customerId)}/preview`, free)).body.legalRepresentativeRequired).toBe(true);
    const missing = await post(path(customerId), free);
    expect([missing.status, missing.body.reference]).toEqual([400, 'legalRepresentative']);
    const { consent: _, ...incomplete } = legalRepresentative;
    const partly = await post(path(customerId), { ...free, legalRepresentative: incomplete });
    expect([partly.status, partly.body.reference]).toEqual([400, 'legalRepresentative.consent']);
    expect((await post(path(customerId), { ...free, legalRepresentative })).status).toBe(200);
    expect((await detailsOf(customerId))?.legalRepresentative?.firstName).toBe('Anna');
  });

  test('takes the representative below `contract` too', async () => {
    const customerId = await customerBornOn(MINOR);
    const answer = await service.app.app.inject({
      method: 'POST',
      url: path(customerId),
      headers: { 'x-api-key': EUR_KEY },
      payload: { contract: { ...free, legalRepresentative } },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await detailsOf(customerId))?.legalRepresentative?.firstName).toBe('Anna');
  });

  test.each(['', '/preview'])('of a customer below the minimum age is refused (%s)', async (below) => {
    const customerId = await customerBornOn(CHILD);
    const { status, body } = await post(`${path(customerId)}${below}`, { ...free, legalRepresentative });
    expect([status, body.errorCode, body.reference]).toEqual([
      400,
      'errormessage.membership.minimum.age',
      'customerId',
    ]);
  });

  test('of an adult, and of a customer whose date of birth is not known, needs none', async () => {
    const customers = [await customerBornOn(NINA.dateOfBirth), 2001];
    for (const customerId of customers) {
      const { body } = await post(`${path(customerId)}/preview`, free);
      expect(body).not.toHaveProperty('legalRepresentativeRequired');
      expect((await post(path(customerId), free)).status).toBe(200);
    }
  });

  test('that replaces another needs one too', async () => {
    const customerId = await customerBornOn(MINOR);
    const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 19.9 });
    const rising = { ...free, contractOfferTermId: TERMS.rising, initialPaymentRequestToken: token };
    expect((await post(path(customerId), { ...rising, legalRepresentative })).status).toBe(200);
    const [contract] = await service.database.db
      .select()
      .from(contracts)
      .where(eq(contracts.customerId, customerId));
    const url = `/v1/memberships/${customerId}/membership-switch`;
    const request = {
      configId: 9001,
      sourceContractId: contract?.id,
      membershipOfferTermId: TERMS.monthDay,
      startDate: '2027-03-01',
    };
    expect((await post(`${url}/preview`, request)).body.legalRepresentativeRequired).toBe(true);
    const missing = await post(url, request);
    expect([missing.status, missing.body.reference]).toEqual([400, 'legalRepresentative']);
    const { lastName: _, ...unnamed } = legalRepresentative;
    const partly = await post(url, { ...request, legalRepresentative: unnamed });
    expect([partly.status, partly.body.reference]).toEqual([400, 'legalRepresentative.lastName']);
    const other = { ...legalRepresentative, firstName: 'Paul' };
    const answer = await post(url, { ...request, legalRepresentative: other });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((await detailsOf(customerId))?.legalRepresentative?.firstName).toBe('Paul');
  });

  test('that replaces another needs none once the member is of age on its start date', async () => {
    const customerId = await customerBornOn('2009-02-01');
    const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 19.9 });
    const rising = { ...free, contractOfferTermId: TERMS.rising, initialPaymentRequestToken: token };
    expect((await post(path(customerId), { ...rising, legalRepresentative })).status).toBe(200);
    const [contract] = await service.database.db
      .select()
      .from(contracts)
      .where(eq(contracts.customerId, customerId));
    const answer = await post(`/v1/memberships/${customerId}/membership-switch`, {
      configId: 9001,
      sourceContractId: contract?.id,
      membershipOfferTermId: TERMS.monthDay,
      startDate: '2027-03-01',
      legalRepresentative,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((await detailsOf(customerId))?.legalRepresentative).toBeUndefined();
  });
});

describe('where a studio sets nothing', () => {
  beforeAll(() => set(null, false));
  afterAll(() => set(14, true));

  test('anybody signs up alone, and previews say nothing', async () => {
    expect((await signUp('2020-01-01')).status).toBe(200);
    expect((await preview(MINOR)).body).not.toHaveProperty('legalRepresentativeRequired');
  });

  test('the representative of a minor is kept all the same', async () => {
    const { body } = await signUp(MINOR, legalRepresentative);
    expect((await detailsOf(body.customerId))?.legalRepresentative?.firstName).toBe('Anna');
  });
});
