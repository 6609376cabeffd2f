import type { Voucher } from '../../modules/memberships/vouchers/voucher.js';

const month = (value: number) => ({ value, unit: 'MONTH' }) as const;
const common = {
  validFrom: '2025-01-01',
  validUntil: '2035-12-31',
  maximumRedemptions: null,
  offerIds: null,
  textBlocks: [],
} as const;

/** The vouchers of the demo studio in Berlin: one of each type, and some that cannot be used. */
export const NORTHSIDE_VOUCHERS: readonly Voucher[] = [
  { ...common, code: 'CREDIT25', type: 'CREDIT', credit: 2500 },
  {
    ...common,
    code: 'HALF3',
    type: 'DISCOUNT',
    periods: [
      {
        discount: { type: 'PERCENTAGE', basisPoints: 5000 },
        effective: { type: 'TIME_BASED', term: month(3) },
      },
      { discount: { type: 'PERCENTAGE', basisPoints: 1000 }, effective: { type: 'INITIAL_TERM' } },
    ],
    includesPreUse: true,
    flatFees: ['FF-START'],
  },
  {
    ...common,
    code: 'FIVE',
    remarks: 'Five euros less, as long as you stay.',
    type: 'DISCOUNT',
    periods: [{ discount: { type: 'ABSOLUTE', amount: 500 }, effective: { type: 'UNLIMITED' } }],
    includesPreUse: false,
    flatFees: [],
    textBlocks: [
      {
        id: 8101,
        title: 'Five euros less',
        text: 'The discount ends with the membership.',
        order: 1,
        hasSignature: false,
        confirmationRequired: false,
        showCommunicationPrivacyOptions: false,
      },
    ],
  },
  {
    ...common,
    code: 'ONCE',
    maximumRedemptions: 1,
    type: 'DISCOUNT',
    periods: [{ discount: { type: 'ABSOLUTE', amount: 1000 }, effective: { type: 'INITIAL_TERM' } }],
    includesPreUse: false,
    flatFees: [],
    bonusPeriod: {
      term: month(1),
      termStrategy: 'END_OF_CURRENT_TERM',
      runtimeExtensionType: 'WITH_EXTENSION',
      displaySeparately: true,
      extendsCancellationPeriod: false,
      description: 'A month on top',
    },
  },
  {
    ...common,
    code: 'NORDWERK',
    type: 'COMPANY_FEE_SPLIT',
    companyName: 'Nordwerk',
    share: { type: 'PERCENTAGE', basisPoints: 4000 },
  },
  { ...common, code: 'VISIT', type: 'CHECKIN', remarks: 'One visit. Show the code at the entrance.' },
  { ...common, code: 'CHVB1-YL29-MYVA', type: 'CHECKIN' },
  { ...common, code: 'CHVB1-7KQ2-PMZD', type: 'CHECKIN' },
  { ...common, code: 'CHVB1-EXPI-RED1', type: 'CHECKIN', validUntil: '2025-12-31' },
  {
    ...common,
    code: 'GIFT',
    type: 'CONTRACT',
    remarks: 'A membership as a gift. Bring the code to the studio.',
  },
  { ...common, code: 'EXPIRED', type: 'CREDIT', credit: 1000, validUntil: '2025-12-31' },
  { ...common, code: 'OFFPEAK10', type: 'CREDIT', credit: 1000, offerIds: [4002] },
];
