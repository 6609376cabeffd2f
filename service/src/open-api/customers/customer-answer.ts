import type { Static } from 'typebox';
import type { CustomerRecord } from '../../customer-records/load-records.js';
import { contactDataOf } from '../../customers/contact-data/contact-data.js';
import type { CardNumberFormat } from '../../domain/access-medium.js';
import { formatDateTime } from '../../domain/date-time.js';
import { toAccessMediums } from '../access-mediums.js';
import { SAME_NAMES, type CustomerSchema } from './schemas.js';

/** A customer as the wire has them; what is not known is left out. */
export function toCustomer(
  { customer, status, identity, bankAccount, accessMediums, isRefused }: CustomerRecord,
  { timeZone, cardNumberFormat }: { readonly timeZone: string; readonly cardNumberFormat?: CardNumberFormat },
): Static<typeof CustomerSchema> {
  const { id, uuid, studioId, firstName, lastName, profile, createdAt } = customer;
  const known = SAME_NAMES.flatMap((name) => {
    const value = profile?.[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(known),
    id,
    customerNumber: String(id),
    uuid,
    studioId,
    firstName,
    lastName,
    status,
    accessRefusal: isRefused,
    ...contactDataOf(customer),
    ...(profile?.countryCode && { country: profile.countryCode }),
    ...(profile?.language && { preferredLanguage: profile.language }),
    ...(identity?.dateOfBirth && { dateOfBirth: identity.dateOfBirth }),
    ...(bankAccount && { bankAccount }),
    ...(accessMediums && { accessMediums: toAccessMediums(accessMediums, cardNumberFormat) }),
    ...(createdAt && { createdDateTime: formatDateTime(createdAt, timeZone) }),
  };
}
