import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { profileColumns, readIdentity } from './identity.js';
import type { CustomerProfile } from './profile.js';

const PROFILE: CustomerProfile = {
  firstName: 'Nina',
  lastName: 'Berg',
  dateOfBirth: '1991-04-23',
  email: 'nina@example.com',
  street: 'Müllerstraße 1',
  city: 'Berlin',
  zipCode: '13353',
  countryCode: 'DE',
  language: { languageCode: 'de' },
  documentIdentification: { documentNumber: 'L01X00T47', documentType: 'ID_CARD' },
  taxId: '12345678901',
};
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('an identity is read in the row of its person only', async () => {
  const { keys } = service.app.context;
  const { identityEncrypted } = profileColumns(keys, 'somebody', PROFILE);
  expect(() => readIdentity(keys, { identityEncrypted, paymentCustomerId: 'somebody else' })).toThrow();
  expect(readIdentity(keys, { identityEncrypted: null, paymentCustomerId: 'somebody' })).toBeNull();
});
