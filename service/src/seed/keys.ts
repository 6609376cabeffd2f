import type { ApiKeyStatus } from '../store/schema.js';

/** Every scope that an operation of this service asks for. */
const ALL_SCOPES = ['PAYMENT_WRITE', 'CUSTOMER_ACCOUNT_READ', 'CUSTOMER_ACCOUNT_WRITE'];

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

/** Fixed keys of the demo studios: no secrets, worth nothing outside a test environment. */
export const TEST_KEYS: readonly TestKey[] = [
  active('test-key-northside-berlin-eur', 1001, 'EUR, all scopes'),
  active('test-key-seeblick-zuerich-chf', 1002, 'CHF, all scopes'),
  active('test-key-harbour-bristol-gbp', 1003, 'GBP, all scopes'),
  active('test-key-lakeshore-chicago-usd', 1004, 'USD, all scopes'),
  active('test-key-bayside-sydney-aud', 1005, 'AUD, all scopes'),
  {
    ...active('test-key-northside-berlin-no-payments', 1001, 'EUR, without PAYMENT_WRITE'),
    scopes: ALL_SCOPES.filter((scope) => scope !== 'PAYMENT_WRITE'),
  },
  { ...active('test-key-northside-berlin-rotated', 1001, 'EUR, rotated'), status: 'ROTATED' },
  { ...active('test-key-northside-berlin-deactivated', 1001, 'EUR, deactivated'), status: 'DEACTIVATED' },
];
