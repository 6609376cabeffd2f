import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { CONTACT_FIELDS, contactDataOf, type ContactField } from '../customers/contact-data.js';
import type { Customer } from '../customers/customers.js';
import { customers } from '../customers/customers.tables.js';
import { profileColumns, readIdentity } from '../customers/identity.js';
import type { StoredProfile } from '../customers/profile.js';
import type { StudioSettings } from '../studios/settings/studio-settings.js';
import {
  ADDRESS_PARTS,
  type AddressData,
  type AmendmentKind,
  type Changes,
  type MasterData,
} from './amendments.stored.js';

/** How data of one kind is read and changed. */
export interface DataKind<K extends AmendmentKind> {
  /** The setting that says whether members can change the data. */
  readonly setting: Exclude<keyof StudioSettings['selfService'], 'requireSignature'>;
  /** Whether a request contains only the fields to change; otherwise it replaces all data of the kind. */
  readonly isPartial: boolean;
  /** Returns the current data; absent if it cannot be compared with a request. */
  readonly current?: (context: Pick<Context, 'keys'>, customer: Customer) => Partial<Changes[K]>;
  /** Writes data to the record, which must be locked; absent for data that the provider has to accept. */
  readonly write?: (
    context: Pick<Context, 'keys'>,
    tx: Database,
    customer: Customer,
    changes: Changes[K],
  ) => Promise<void>;
}

export const DATA_KINDS: { readonly [K in AmendmentKind]: DataKind<K> } = {
  CONTACT_DATA: {
    setting: 'contactData',
    isPartial: true,
    current: (_, customer) => contactDataOf(customer),
    write: (_, tx, customer, changes) => {
      const fields = Object.entries(changes).map(([field, value]) => [
        CONTACT_FIELDS[field as ContactField],
        value === '' ? undefined : value,
      ]);
      return writeProfile(tx, customer, Object.fromEntries(fields) as Partial<StoredProfile>);
    },
  },
  ADDRESS_DATA: {
    setting: 'addressData',
    isPartial: false,
    current: (_, customer) => addressDataOf(customer),
    write: (_, tx, customer, changes) => {
      const without = Object.fromEntries(ADDRESS_PARTS.map((part) => [part, undefined]));
      return writeProfile(tx, customer, { ...without, ...changes });
    },
  },
  MASTER_DATA: {
    setting: 'masterData',
    isPartial: false,
    current: masterDataOf,
    write: writeMasterData,
  },
  PAYMENT_DATA: { setting: 'paymentData', isPartial: false },
};

/** Returns the address of a customer; parts that were never given are absent. */
export function addressDataOf({ profile }: Customer): AddressData {
  const parts = ADDRESS_PARTS.flatMap((part) => (profile?.[part] ? [[part, profile[part]] as const] : []));
  const { street = '', zipCode = '', city = '', countryCode = '' } = profile ?? {};
  return { street, zipCode, city, countryCode, ...Object.fromEntries(parts) };
}

/** Returns the master data of a customer; a date of birth that was never given is absent. */
export function masterDataOf(
  { keys }: Pick<Context, 'keys'>,
  customer: Customer,
): Omit<MasterData, 'dateOfBirth'> & Partial<Pick<MasterData, 'dateOfBirth'>> {
  const { firstName, lastName, profile } = customer;
  const dateOfBirth = readIdentity(keys, customer)?.dateOfBirth;
  return {
    firstName,
    lastName,
    gender: profile?.gender ?? 'UNISEX',
    ...(dateOfBirth !== undefined && { dateOfBirth }),
    ...(profile?.countryOfBirth && { countryOfBirth: profile.countryOfBirth }),
    customerTitle: profile?.customerTitle ?? 'NONE',
  };
}

async function writeMasterData(
  { keys }: Pick<Context, 'keys'>,
  tx: Database,
  customer: Customer,
  { firstName, lastName, gender, dateOfBirth, countryOfBirth, customerTitle }: MasterData,
): Promise<void> {
  const { countryOfBirth: _, ...profile } = customer.profile ?? {};
  const columns = profileColumns(keys, customer.paymentCustomerId, {
    ...profile,
    ...readIdentity(keys, customer),
    ...{ firstName, lastName, gender, dateOfBirth, customerTitle },
    ...(countryOfBirth !== undefined && { countryOfBirth }),
  });
  await tx
    .update(customers)
    .set({ firstName, lastName, ...columns })
    .where(eq(customers.id, customer.id));
}

async function writeProfile(
  tx: Database,
  { id, firstName, lastName, profile }: Customer,
  fields: Partial<StoredProfile>,
): Promise<void> {
  await tx
    .update(customers)
    .set({ profile: { firstName, lastName, ...profile, ...fields } })
    .where(eq(customers.id, id));
}
