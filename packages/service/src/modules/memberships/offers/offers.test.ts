import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import type { FlatFee } from './offer.js';
import { membershipOffers } from './offers.tables.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const URL = '/v1/memberships/membership-offers';

interface Term {
  id: number;
  paymentFrequency: Record<string, unknown> & { type: string; formattedPaymentFrequency: string };
  contractVolumeInformation: { totalContractVolume: { amount: number } };
}
interface Offer {
  id: number;
  imageUrl?: string;
  terms: Term[];
}
type Detail = Omit<Offer, 'terms'> & {
  flatFees: unknown[];
  terms: (Term & { flatFees: unknown[] })[];
  [other: string]: unknown;
};

const list = async (headers: Record<string, string> = {}) =>
  (await service.api().request<Offer[]>({ url: URL, headers })).body;
const detail = async (id: number) => (await service.api().request<Detail>({ url: `${URL}/${id}` })).body;

describe('GET membership-offers', () => {
  test('lists what is offered today, with every kind of payment frequency', async () => {
    const offers = await list();
    expect(offers.map(({ id }) => id)).toEqual([4000, 4001, 4002, 4003, 4004, 4005]);
    const types = offers.flatMap(({ terms }) => terms.map(({ paymentFrequency }) => paymentFrequency.type));
    expect([...new Set(types)].sort()).toEqual([
      'FREE',
      'MONTH_DAY',
      'NON_RECURRING',
      'RECURRING',
      'TERM_BASED',
    ]);
  });

  test('lists prices by the type of the frequency', async () => {
    const frequencies = (await list()).flatMap(({ terms }) => terms.map((term) => term.paymentFrequency));
    expect(frequencies).toContainEqual({
      id: 5003,
      type: 'MONTH_DAY',
      recurring: true,
      monthDaysToPrices: [
        {
          monthDay: { month: 'JANUARY', monthValue: 1, dayOfMonth: 15 },
          price: { amount: 149, currency: 'EUR' },
        },
        {
          monthDay: { month: 'JULY', monthValue: 7, dayOfMonth: 15 },
          price: { amount: 129, currency: 'EUR' },
        },
      ],
      formattedPaymentFrequency: 'On fixed days of the year',
    });
    const steps = [
      { term: { value: 0, unit: 'MONTH' }, price: { amount: 19.9, currency: 'EUR' } },
      { term: { value: 3, unit: 'MONTH' }, price: { amount: 29.9, currency: 'EUR' } },
      { term: { value: 6, unit: 'MONTH' }, price: { amount: 39.9, currency: 'EUR' } },
    ];
    expect(frequencies).toContainEqual({
      id: 5005,
      type: 'TERM_BASED',
      recurring: true,
      term: { value: 1, unit: 'MONTH' },
      termsToPrices: steps,
      termsToPricesv: steps,
      formattedPaymentFrequency: 'Monthly',
    });
  });

  test('the volume is that of a contract without voucher: 3 × 19.90, 3 × 29.90, 6 × 39.90', async () => {
    const rising = (await list()).find(({ id }) => id === 4004)?.terms[0];
    expect(rising?.contractVolumeInformation.totalContractVolume.amount).toBe(388.8);
  });

  test('speaks the language that is asked for', async () => {
    const [offer] = await list({ 'accept-language': 'de-LU' });
    expect(offer?.terms[0]?.paymentFrequency.formattedPaymentFrequency).toBe('Monatlich');
  });
});

describe('GET membership-offers/{id}', () => {
  test('the flat fees of its terms are at the offer too, each once', async () => {
    const { db } = service.database;
    const [standard] = await db.select().from(membershipOffers).where(eq(membershipOffers.id, 4001));
    const [term] = standard?.definition.terms ?? [];
    const [starter, care] = term?.flatFees ?? [];
    if (!standard || !term || !starter || !care) throw new Error('The seed has another offer 4001.');
    const dearer = { ...starter, frequency: { ...starter.frequency, price: 4900 } } as FlatFee;
    const definition = {
      ...standard.definition,
      id: 4991,
      terms: [term, { ...term, id: 49912, flatFees: [dearer, care] }],
    };
    await db.insert(membershipOffers).values({ id: 4991, studioId: 1001, definition });
    const { flatFees, terms } = await detail(4991);
    const [one, other] = terms.map((each) => each.flatFees);
    expect(flatFees).toEqual([one?.[0], one?.[1], other?.[0]]);
    await db.delete(membershipOffers).where(eq(membershipOffers.id, 4991));
    expect((await detail(4002)).flatFees).toEqual([]);
  });

  test('time restrictions are there where an offer has some', async () => {
    expect(await detail(4001)).not.toHaveProperty('timeRestrictions');
    expect(await detail(4002)).toHaveProperty('timeRestrictions.openingHoursCategory.name', 'Off-peak');
  });

  test('has the details of a sale', async () => {
    expect(await detail(4001)).toMatchObject({
      contractSignaturesRequired: true,
      allowedPaymentChoices: expect.arrayContaining(['SEPA', 'CREDIT_CARD']) as string[],
      maximumNumberOfSelectableModules: 2,
      includedModules: [
        { id: 6001, term: { extensionType: 'TERM_EXTENSION', term: { value: 12, unit: 'MONTH' } } },
      ],
      selectableModules: [
        { id: 6002 },
        { id: 6003, trialPeriod: { trialPeriod: { value: 1 } } },
        { id: 6004 },
      ],
      contractTextBlocks: [
        { id: 8001, attachmentType: 'URL', attachedExternalUrlDto: { title: 'Terms and conditions' } },
        { id: 8002, showCommunicationPrivacyOptions: true },
        { id: 8003, hasSignature: true },
        { id: 8004, attachmentType: 'CONTRACT_PDF_PREVIEW' },
      ],
      terms: [
        {
          id: 4101,
          defaultContractStartDate: '2026-11-20',
          extensionType: 'TERM_EXTENSION',
          cancelationStrategy: 'TERM',
          rateStartPrice: { amount: 39.9, currency: 'EUR' },
          flatFees: [
            {
              identifier: 'FF-START',
              starterPackage: true,
              paymentFrequency: { id: null, price: { amount: 29 } },
            },
            { identifier: 'FF-CARE', starterPackage: false, firstBookingDelay: { value: 3, unit: 'MONTH' } },
          ],
          optionalModules: [{ id: 6005, consentTextBlock: { id: 8010, rateBundleModuleId: 6005 } }],
          paymentFrequency: {
            ageBasedAdjustments: [
              { ageRange: { startAge: 14, endAge: 25 }, value: -15, type: 'PERCENTAGE' },
              { ageRange: { startAge: 65, endAge: 120 }, value: -5, type: 'ABSOLUTE' },
            ],
          },
        },
        {
          id: 4102,
          extensionType: 'SUBSEQUENT_RATE_DETAIL',
          subsequentRate: {
            name: 'Standard, monthly',
            paymentFrequency: { type: 'RECURRING', formattedPaymentFrequency: expect.any(String) as string },
          },
          priceAfterExtension: { amount: 39.9 },
          rateBonusPeriods: [{ termStrategy: 'CONTRACT_START', runtimeExtensionType: 'WITH_EXTENSION' }],
        },
      ],
    });
  });

  test('an offer whose time is over can still be read', async () => {
    expect((await detail(4006)).id).toBe(4006);
  });

  test.each([
    ['an unknown offer', '1', 404],
    ['an id that is none', 'x', 400],
    ['an id beyond every number', '1e300', 400],
  ])('refuses %s', async (_, id, status) => {
    const answer = await service.api().request<{ reference: string }>({ url: `${URL}/${id}` });
    expect([answer.status, answer.body.reference]).toEqual([status, 'membershipOfferId']);
  });
});

describe('image addresses', () => {
  const pathOf = (url: string | undefined) => (url ?? '').replace(/^https?:\/\/[^/]+/, '');
  const get = (path: string) => service.app.app.inject(path);

  test('an offer has a picture for two hours, a module for five', async () => {
    const offer = await detail(4001);
    const [module] = offer.includedModules as { imageUrl: string }[];
    const [offerPath, modulePath] = [pathOf(offer.imageUrl), pathOf(module?.imageUrl)];
    const image = await get(offerPath);
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(image.body).toContain('<title>Standard</title>');
    service.clock.advance(2 * 3600_000 - 1000);
    expect((await get(offerPath)).statusCode).toBe(200);
    service.clock.advance(1000);
    expect((await get(offerPath)).statusCode).toBe(403);
    expect((await get(modulePath)).statusCode).toBe(200);
    service.clock.advance(3 * 3600_000);
    expect((await get(modulePath)).statusCode).toBe(403);
  });

  test('an address cannot be changed', async () => {
    const path = pathOf((await detail(4001)).imageUrl);
    expect((await get(path.replace('4001', '4002'))).statusCode).toBe(403);
    expect((await get(path.replace(/expires=(\d+)/, 'expires=9999999999'))).statusCode).toBe(403);
    const [module] = (await detail(4001)).includedModules as { imageUrl: string }[];
    const modulePath = pathOf(module?.imageUrl);
    expect((await get(modulePath)).statusCode).toBe(200);
    expect((await get(modulePath.replace('4001', '4002'))).statusCode).toBe(403);
    expect((await get('/images/offers/4001.svg')).statusCode).toBe(400);
  });
});
