import type { Context } from '../../core/context.js';
import { sealedJson } from '../../core/database/sealed-json.js';
import { IDENTITY } from './customers.stored.js';
import { customers } from './customers.tables.js';
import type { Identity, PersonProfile, StoredProfile } from './profile.js';

/**
 * Encrypts identities. The ciphertext is bound to the person, because the customer may not exist yet when it is
 * written.
 */
export const SEALED_IDENTITY = sealedJson(customers.identityEncrypted, IDENTITY);

type Keys = Context['keys'];
type Customer = typeof customers.$inferSelect;

/**
 * Returns the columns of a profile. The identity is bound to its person and cannot be read in another person's row. If
 * no identity data is given, nothing is encrypted.
 */
export function profileColumns(
  keys: Keys,
  paymentCustomerId: string,
  { dateOfBirth, documentIdentification, taxId, ...profile }: PersonProfile,
): { profile: StoredProfile; identityEncrypted: string | null } {
  const identity: Identity = {
    ...(dateOfBirth !== undefined && { dateOfBirth }),
    ...(documentIdentification && { documentIdentification }),
    ...(taxId !== undefined && { taxId }),
  };
  return {
    profile,
    identityEncrypted:
      Object.keys(identity).length === 0 ? null : SEALED_IDENTITY.seal(keys, paymentCustomerId, identity),
  };
}

/**
 * Decrypts the identity of a customer; null if no identity data is stored.
 *
 * @throws Error if it was encrypted for another person.
 */
export function readIdentity(
  keys: Keys,
  { identityEncrypted, paymentCustomerId }: Pick<Customer, 'identityEncrypted' | 'paymentCustomerId'>,
): Identity | null {
  if (identityEncrypted === null) return null;
  return SEALED_IDENTITY.open(keys, paymentCustomerId, identityEncrypted);
}

/** Encrypts the identity of a customer again for the person that replaces the current one. */
export function moveIdentity(keys: Keys, customer: Customer, paymentCustomerId: string): string | null {
  const identity = readIdentity(keys, customer);
  return identity && SEALED_IDENTITY.seal(keys, paymentCustomerId, identity);
}
