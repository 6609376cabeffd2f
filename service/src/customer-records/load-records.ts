import { inArray } from 'drizzle-orm';
import type { Context } from '../context.js';
import { readIdentity } from '../customers/identity.js';
import type { Identity } from '../domain/customer-profile.js';
import { paymentInstruments } from '../store/schema.js';
import type { FoundCustomer } from './find-customers.js';

/** The account that the payment runs debit, its number masked. */
interface MaskedAccount {
  readonly accountHolder?: string;
  readonly bankName?: string;
  readonly bic?: string;
  readonly iban?: string;
}

/** A customer with everything that other areas know of them. */
export interface CustomerRecord extends FoundCustomer {
  readonly identity: Partial<Identity> | null;
  readonly bankAccount: MaskedAccount | null;
}

/** The records of customers, in the order given; one query per area, however many there are. */
export async function loadRecords(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  found: readonly FoundCustomer[],
): Promise<CustomerRecord[]> {
  const instrumentIds = found.flatMap(({ customer }) => customer.paymentInstrumentId ?? []);
  const instruments = instrumentIds.length
    ? await db.select().from(paymentInstruments).where(inArray(paymentInstruments.id, instrumentIds))
    : [];
  return found.map(({ customer, status }) => {
    const instrument = instruments.find(({ id }) => id === customer.paymentInstrumentId);
    const { sepa, chDD, lsvDD } = instrument?.details ?? {};
    const bankAccount = (sepa ?? chDD ?? lsvDD)?.bankAccountDetails ?? null;
    return { customer, status, identity: readIdentity(keys, customer), bankAccount };
  });
}
