import type { ApiKeyStatus } from '../../modules/integrations/integrations.tables.js';
import { COLLECTION_SCOPES, PARTNER_SCOPES } from '../../modules/integrations/scopes.js';

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
  scopes: PARTNER_SCOPES,
  status: 'ACTIVE',
});

const collection = (key: string, studioId: number): TestKey => ({
  key,
  studioId,
  label: 'Debt collection partner',
  scopes: COLLECTION_SCOPES,
  status: 'ACTIVE',
});

/** Keys of the demo's collection partner, one for each studio. */
export const COLLECTION_KEYS: readonly TestKey[] = [
  collection('test-key-collection-berlin', 1001),
  collection('test-key-collection-zuerich', 1002),
  collection('test-key-collection-bristol', 1003),
  collection('test-key-collection-chicago', 1004),
  collection('test-key-collection-milano', 1005),
  collection('test-key-collection-valencia', 1006),
  collection('test-key-collection-sydney', 1007),
];

/** Fixed keys of the demo studios. They are not secret, and are worth nothing outside a test environment. */
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
    scopes: PARTNER_SCOPES.filter((scope) => scope !== 'PAYMENT_WRITE'),
  },
  {
    ...active('test-key-northside-berlin-read-only', 1001, 'EUR, only reading'),
    scopes: PARTNER_SCOPES.filter((scope) => scope.endsWith('_READ')),
  },
  { ...active('test-key-northside-berlin-rotated', 1001, 'EUR, rotated'), status: 'ROTATED' },
  { ...active('test-key-northside-berlin-deactivated', 1001, 'EUR, deactivated'), status: 'DEACTIVATED' },
  ...COLLECTION_KEYS,
];
