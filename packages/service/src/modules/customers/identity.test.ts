import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { customers } from './customers.tables.js';
import { encryptIdentities, profileColumns, readIdentity } from './identity.js';
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
const SECRETS = ['1991-04-23', 'L01X00T47', '12345678901'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const rowOf = async (id: number) => {
  const [row] = await service.database.db.select().from(customers).where(eq(customers.id, id));
  if (!row) throw new Error('There is no such customer.');
  return row;
};

test('what an earlier version has stored in clear is encrypted when the service starts, and read as before', async () => {
  const { db } = service.database;
  for (const id of [2001, 2002]) {
    await db.update(customers).set({ profile: PROFILE }).where(eq(customers.id, id));
  }
  const other = await service.another();
  const stored = await db.execute(sql`select * from customers where id in (2001, 2002)`);
  for (const secret of SECRETS) expect(JSON.stringify(stored)).not.toContain(secret);
  const { dateOfBirth, documentIdentification, taxId, ...inClear } = PROFILE;
  for (const id of [2001, 2002]) {
    const row = await rowOf(id);
    expect(row.profile).toEqual(inClear);
    expect(readIdentity(service.app.context.keys, row)).toEqual({
      dateOfBirth,
      documentIdentification,
      taxId,
    });
  }
  const before = (await rowOf(2001)).identityEncrypted;
  await encryptIdentities(service.app.context);
  expect((await rowOf(2001)).identityEncrypted).toBe(before);
  await other.close();
});

test('an identity is read in the row of its person only', async () => {
  const { keys } = service.app.context;
  const { identityEncrypted } = profileColumns(keys, 'somebody', PROFILE);
  expect(() => readIdentity(keys, { identityEncrypted, paymentCustomerId: 'somebody else' })).toThrow();
  expect(readIdentity(keys, { identityEncrypted: null, paymentCustomerId: 'somebody' })).toBeNull();
});
