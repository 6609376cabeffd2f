import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NINA, TERMS } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const URL = '/v1/memberships/signup/preview';
const contract = { contractOfferTermId: TERMS.standard, startDate: '2026-12-01' };
type Preview = Record<string, unknown>;

const preview = (fields: object = {}, person: object = {}) =>
  service.api().post<Preview & ErrorBody>(URL, {
    contract: { ...contract, ...fields },
    customer: { ...NINA, ...person },
  });
const shown = async (fields: object = {}, person: object = {}) => {
  const { status, body } = await preview(fields, person);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const eur = (amount: number) => ({ amount, currency: 'EUR' });

describe('POST signup/preview', () => {
  test('39.90 a month, 29.00 at once, 15.00 twice a year', async () => {
    expect(await shown()).toMatchObject({
      basePrice: eur(39.9),
      contractVolumeInformation: {
        totalContractVolume: eur(537.8),
        averagePaymentVolumePerMonth: eur(44.82),
        averagePaymentVolumePerPaymentFrequencyTerm: eur(44.82),
      },
      paymentPreview: { dueOnSigningAmount: { ...eur(68.9), priceComponents: [{ grossAmount: 68.9 }] } },
      flatFeePreviews: [
        { identifier: 'FF-START', paidTimePeriodCalculationType: 'REFERENCE_DATE' },
        { identifier: 'FF-CARE', formattedPaymentFrequency: expect.any(String) as string },
      ],
    });
  });

  test('keeps nothing: the same question has the same answer', async () => {
    expect(await shown({ voucherCode: 'ONCE' })).toEqual(await shown({ voucherCode: 'ONCE' }));
  });

  test.each([
    ['younger', { dateOfBirth: '2001-12-02' }, eur(33.91)], // 15 % of 39.90 is 5.985, rounded to 5.99
    ['older', { dateOfBirth: '1961-12-01' }, eur(34.9)],
    ['in between', { dateOfBirth: '2000-12-01' }, undefined],
  ])('a person who is %s', async (_, person, price) => {
    expect((await shown({}, person)).ageAdjustedPrice).toEqual(price);
  });

  test('use before the start, by days: 10 of the 31 of December at 39.90', async () => {
    const body = await shown({ preuseDate: '2026-11-21' });
    expect(body.preUseCharge).toEqual(eur(12.87));
    expect(body.paymentPreview).toMatchObject({ dueOnSigningAmount: eur(81.77) });
  });

  test('modules: sauna 9.90 a month, drinks 5.00 after a free month, coaching 199.00 once', async () => {
    const body = await shown({
      selectedSelectableModuleIds: [6002, 6003],
      selectedOptionalModuleIds: [6005],
    });
    expect(body.contractVolumeInformation).toMatchObject({ totalContractVolume: eur(910.6) });
    expect(body.paymentPreview).toMatchObject({ dueOnSigningAmount: eur(277.8) });
    expect(body.moduleConsentTextBlocks).toMatchObject([{ id: 8010 }]);
    expect(body.selectedOptionalModulesPreviews).toMatchObject([
      { id: 6005, name: expect.any(String) as string, paidTimePeriodCalculationType: 'REFERENCE_DATE' },
    ]);
  });

  test.each([
    ['CREDIT25', { voucherType: 'CREDIT', creditValue: eur(25) }, 68.9],
    [
      'HALF3',
      {
        voucherType: 'DISCOUNT',
        voucherDiscountPeriods: [
          {
            discountType: 'PERCENTAGE',
            discountValue: eur(50),
            effectivePeriod: 'TIME_BASED',
            effectivePeriodTimeBasedTerm: { value: 3, unit: 'MONTH' },
            discountedBasePrice: eur(19.95),
          },
          { discountType: 'PERCENTAGE', discountValue: eur(10), effectivePeriod: 'INITIAL_TERM' },
        ],
        // The deprecated fields repeat the first period.
        voucherEffectivePeriod: 'TIME_BASED',
        effectivePeriodTimeBasedTerm: { value: 3, unit: 'MONTH' },
        discountType: 'PERCENTAGE',
        discountValue: eur(50),
        discountedBasePrice: eur(19.95),
        flatFeePreviews: [{ identifier: 'FF-START', discountedPrice: eur(14.5) }, { identifier: 'FF-CARE' }],
      },
      34.45,
    ],
    [
      'FIVE',
      {
        discountedBasePrice: eur(34.9),
        voucherRemarks: 'Five euros less, as long as you stay.',
        voucherTextBlocks: [{ id: 8101 }],
      },
      63.9,
    ],
    [
      'ONCE',
      { voucherBonusPeriod: { term: { value: 1, unit: 'MONTH' }, termStrategy: 'END_OF_CURRENT_TERM' } },
      58.9,
    ],
    [
      'NORDWERK',
      {
        voucherType: 'COMPANY_FEE_SPLIT',
        companyName: 'Nordwerk',
        companyFeeSplitType: 'PERCENTAGE',
        companyFeeSplitValue: eur(40),
        companyAmount: eur(15.96),
        memberAmount: eur(23.94),
        companyAmountWithoutDiscount: eur(15.96),
        memberAmountWithoutDiscount: eur(23.94),
        // The company pays a share of the contract's fees only; the member pays the flat fees.
        flatFeePreviews: [
          { identifier: 'FF-START', companyAmount: eur(0), memberAmount: eur(29) },
          { identifier: 'FF-CARE', companyAmount: eur(0), memberAmount: eur(15) },
        ],
      },
      52.94,
    ],
    ['VISIT', { voucherType: 'CHECKIN', voucherRemarks: 'One visit. Show the code at the entrance.' }, 68.9],
    ['GIFT', { voucherType: 'CONTRACT' }, 68.9],
  ])('voucher %s', async (voucherCode, fields, due) => {
    const body = await shown({ voucherCode });
    expect(body).toMatchObject(fields);
    const isTaken = ['CREDIT', 'DISCOUNT'].includes(String(body.voucherType));
    expect(body.voucherErrorCode).toBe(isTaken ? undefined : 'INVALID_CODE');
    expect(body.voucherSuccessMessage ?? '').toContain(isTaken ? voucherCode : '');
    if (!isTaken) expect(body).not.toHaveProperty('voucherSuccessMessage');
    expect(body.paymentPreview).toMatchObject({ dueOnSigningAmount: eur(due) });
  });

  test.each(['NONSENSE', 'EXPIRED', 'OFFPEAK10'])('voucher "%s" is none', async (voucherCode) => {
    const body = await shown({ voucherCode });
    expect(body.voucherErrorCode).toBe('INVALID_CODE');
    expect(body).not.toHaveProperty('voucherType');
    expect(body.paymentPreview).toMatchObject({ dueOnSigningAmount: eur(68.9) });
  });

  test.each([
    ['paid in full: due is the whole volume', TERMS.inFull, 399, 399],
    ['free: nothing at all', TERMS.free, 0, 0],
    ['without required payment: nothing due', TERMS.monthDay, 278, 0],
    ['rising: the first price is due', TERMS.rising, 388.8, 19.9],
    ['a free month first: nothing due', TERMS.twoYears, 837.6, 0],
  ])('%s', async (_, contractOfferTermId, total, due) => {
    const body = await shown({ contractOfferTermId });
    expect(body.contractVolumeInformation).toMatchObject({ totalContractVolume: eur(total) });
    expect(body.paymentPreview).toMatchObject({ dueOnSigningAmount: eur(due) });
  });

  const OF_CONTRACT: readonly [what: string, fields: object, status: number, reference: string][] = [
    ['an unknown term', { contractOfferTermId: 1 }, 404, 'contract.contractOfferTermId'],
    ['a term of another studio', { contractOfferTermId: 4301 }, 403, 'contract.contractOfferTermId'],
    ['an offer whose time is over', { contractOfferTermId: 4107 }, 400, 'contract.contractOfferTermId'],
    ['a start that has passed', { startDate: '2026-11-19' }, 400, 'contract.startDate'],
    ['a start in two years', { startDate: '2028-11-20' }, 400, 'contract.startDate'],
    ['a start that is not a date', { startDate: '2026-02-30' }, 400, 'contract.startDate'],
    ['a start that is a date-time', { startDate: '2026-12-01T00:00:00Z' }, 400, 'contract.startDate'],
    ['use after the start', { preuseDate: '2026-12-02' }, 400, 'contract.preuseDate'],
    ['use that has passed', { preuseDate: '2026-11-19' }, 400, 'contract.preuseDate'],
    ['use before the start where there is none', { contractOfferTermId: TERMS.inFull, preuseDate: '2026-11-25' }, 400, 'contract.preuseDate'],
    ['an unknown module', { selectedSelectableModuleIds: [1] }, 400, 'contract.selectedSelectableModuleIds'],
    ['a module twice', { selectedSelectableModuleIds: [6002, 6002] }, 400, 'contract.selectedSelectableModuleIds'],
    ['too many modules', { selectedSelectableModuleIds: [6002, 6003, 6004] }, 400, 'contract.selectedSelectableModuleIds'],
    ['a module where none can be selected', { contractOfferTermId: TERMS.inFull, selectedSelectableModuleIds: [6002] }, 400, 'contract.selectedSelectableModuleIds'],
    ['an optional module of another term', { contractOfferTermId: TERMS.rising, selectedOptionalModuleIds: [6005] }, 400, 'contract.selectedOptionalModuleIds'],
    ['voucher and referral', { voucherCode: 'FIVE', referralCode: 'A500D' }, 400, 'contract.voucherCode'],
    ['a null byte in the notes', { notes: 'a\u0000b' }, 400, 'contract.notes'],
    ['an id with decimals', { employeeId: 1.5 }, 400, 'contract.employeeId'],
  ]; // prettier-ignore
  const OF_CUSTOMER: readonly [what: string, person: object, reference: string][] = [
    ['no first name', { firstName: undefined }, 'customer.firstName'],
    ['a blank last name', { lastName: '  ' }, 'customer.lastName'],
    ['a birth in the future', { dateOfBirth: '2026-11-21' }, 'customer.dateOfBirth'],
    ['a birth before 1900', { dateOfBirth: '1899-12-31' }, 'customer.dateOfBirth'],
    ['an address that is not an email', { email: 'nina' }, 'customer.email'],
    ['a country in words', { countryCode: 'Germany' }, 'customer.countryCode'],
    ['a country that there is not', { countryCode: 'QX' }, 'customer.countryCode'],
    ['no language', { language: undefined }, 'customer.language'],
    ['a language in words', { language: { languageCode: 'german' } }, 'customer.language.languageCode'],
    ['an unknown gender', { gender: 'OTHER' }, 'customer.gender'],
    ['an unknown channel', { communicationPreferences: [{ channels: [{ communicationChannel: 'PIGEON' }] }] }, 'customer.communicationPreferences.0.channels.0.communicationChannel'],
    ['a document without number', { documentIdentification: { documentType: 'PASSPORT' } }, 'customer.documentIdentification.documentNumber'],
    ['half a character', { city: 'Berlin\ud800' }, 'customer.city'],
  ]; // prettier-ignore

  test('refuses each wrong field of the contract and of the customer by its name', async () => {
    const rows = [
      ...OF_CONTRACT.map(([what, fields, ...refusal]) => ({ what, fields, person: {}, refusal })),
      ...OF_CUSTOMER.map(([what, person, reference]) => ({
        what,
        fields: {},
        person,
        refusal: [400, reference],
      })),
    ];
    const found = [];
    for (const { what, fields, person } of rows) {
      const { status, body } = await preview(fields, person);
      found.push([what, status, body.reference]);
    }
    expect(found).toEqual(rows.map(({ what, refusal }) => [what, ...refusal]));
  });

  test('takes what callers may do: null, numeric strings, unknown properties', async () => {
    const body = await shown(
      { contractOfferTermId: '4101', preuseDate: null, selectedSelectableModuleIds: ['6002'], unknown: 1 },
      { gender: null, secondFirstName: null, unknown: { a: '\u0000' } },
    );
    expect(body.basePrice).toEqual(eur(39.9));
  });
});
