import type { ApiKeyStatus } from '../store/schema.js';

/** Every scope that an operation of this service asks for. */
const ALL_SCOPES = [
  'PAYMENT_WRITE',
  'CUSTOMER_READ',
  'CUSTOMER_WRITE',
  'CUSTOMER_CONTRACT_READ',
  'CUSTOMER_DOCUMENT_READ',
  'CUSTOMER_DOCUMENT_WRITE',
  'CUSTOMER_SELF_SERVICE_READ',
  'CUSTOMER_SELF_SERVICE_WRITE',
  'COMMUNICATION_WRITE',
  'COMMUNICATION_PREFERENCES_READ',
  'COMMUNICATION_PREFERENCES_WRITE',
  'CUSTOMER_ACCOUNT_READ',
  'CUSTOMER_ACCOUNT_WRITE',
  'MEMBERSHIP_READ',
  'MEMBERSHIP_WRITE',
  'MEMBERSHIP_SELF_SERVICE_READ',
  'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_CONFIG_READ',
  'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_READ',
  'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_WRITE',
  'AGGREGATOR_MEMBER_READ',
  'AGGREGATOR_MEMBER_WRITE',
  'CHECKIN_READ',
  'CHECKIN_VOUCHER_WRITE',
  'MEMBER_LIST_READ',
  'ONLINE_OFFER_READ',
  'STUDIO_READ',
  'TRIAL_OFFER_READ',
  'TRIAL_OFFER_WRITE',
];

export interface TestKey {
  readonly key: string;
  readonly studioId: number;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly status: ApiKeyStatus;
}

const active = (key: string, studioId: number, label: string): TestKey => ({
  key,
  studioId,
  label,
  scopes: ALL_SCOPES,
  status: 'ACTIVE',
});

/** What a debt collection partner may do: its own operations, and reading its debtors. */
const COLLECTION_SCOPES = [
  'DEBT_COLLECTION_READ',
  'DEBT_COLLECTION_WRITE',
  'CUSTOMER_READ',
  'CUSTOMER_DOCUMENT_READ',
  'CUSTOMER_CONTRACT_READ',
  'CUSTOMER_PAYMENT_SEARCH',
  'CUSTOMER_ACCOUNT_READ',
];

const collection = (key: string, studioId: number): TestKey => ({
  key,
  studioId,
  label: 'Debt collection partner',
  scopes: COLLECTION_SCOPES,
  status: 'ACTIVE',
});

/** The keys of the demo's collection partner, one for each studio. */
export const COLLECTION_KEYS: readonly TestKey[] = [
  collection('test-key-collection-berlin', 1001),
  collection('test-key-collection-zuerich', 1002),
  collection('test-key-collection-bristol', 1003),
  collection('test-key-collection-chicago', 1004),
  collection('test-key-collection-milano', 1005),
  collection('test-key-collection-valencia', 1006),
  collection('test-key-collection-sydney', 1007),
];

/** Fixed keys of the demo studios: no secrets, worth nothing outside a test environment. */
export const TEST_KEYS: readonly [TestKey, ...TestKey[]] = [
  active('test-key-northside-berlin-eur', 1001, 'EUR, all scopes'),
  active('test-key-seeblick-zuerich-chf', 1002, 'CHF, all scopes'),
  active('test-key-harbour-bristol-gbp', 1003, 'GBP, all scopes'),
  active('test-key-lakeshore-chicago-usd', 1004, 'USD, all scopes'),
  active('test-key-navigli-milano-eur', 1005, 'EUR, a studio in Italy'),
  active('test-key-turia-valencia-eur', 1006, 'EUR, a studio in Spain'),
  active('test-key-bayside-sydney-aud', 1007, 'AUD, all scopes'),
  {
    ...active('test-key-northside-berlin-no-payments', 1001, 'EUR, without PAYMENT_WRITE'),
    scopes: ALL_SCOPES.filter((scope) => scope !== 'PAYMENT_WRITE'),
  },
  {
    ...active('test-key-northside-berlin-read-only', 1001, 'EUR, only reading'),
    scopes: ALL_SCOPES.filter((scope) => scope.endsWith('_READ')),
  },
  { ...active('test-key-northside-berlin-rotated', 1001, 'EUR, rotated'), status: 'ROTATED' },
  { ...active('test-key-northside-berlin-deactivated', 1001, 'EUR, deactivated'), status: 'DEACTIVATED' },
  ...COLLECTION_KEYS,
];
