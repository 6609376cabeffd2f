import type { Context } from '../../core/context.js';
import { sealedJson } from '../../core/database/sealed-json.js';
import { IDENTITY } from './customers.stored.js';
import { customers } from './customers.tables.js';
import type { Identity, PersonProfile, StoredProfile } from './profile.js';

/** Bound to the person, not to the customer: there may be no customer yet when it is written. */
export const SEALED_IDENTITY = sealedJson(customers.identityEncrypted, IDENTITY);

type Keys = Context['keys'];
type Customer = typeof customers.$inferSelect;

/**
 * The columns of a profile; the identity is bound to its person, and cannot be read in another's row. Where nothing of it
 * is known, nothing is encrypted.
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
 * The identity of a customer; null for those of whom nothing of it is known.
 *
 * @throws Error when it was encrypted for somebody else.
 */
export function readIdentity(
  keys: Keys,
  { identityEncrypted, paymentCustomerId }: Pick<Customer, 'identityEncrypted' | 'paymentCustomerId'>,
): Identity | null {
  if (identityEncrypted === null) return null;
  return SEALED_IDENTITY.open(keys, paymentCustomerId, identityEncrypted);
}

/** The identity of a customer as it is stored for another person, who takes this one's place. */
export function moveIdentity(keys: Keys, customer: Customer, paymentCustomerId: string): string | null {
  const identity = readIdentity(keys, customer);
  return identity && SEALED_IDENTITY.seal(keys, paymentCustomerId, identity);
}
