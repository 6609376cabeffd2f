import type { Static } from 'typebox';
import type { AccessRestriction } from '../../customer-records/access-restrictions.js';
import type { CustomerRecord } from '../../customer-records/load-records.js';
import { contactDataOf } from '../../customers/contact-data/contact-data.js';
import type { CardNumberFormat } from '../../domain/access-medium.js';
import { formatDateTime } from '../../domain/date-time.js';
import { translate, type TextKey } from '../../i18n/translate.js';
import { toAccessMediums } from '../access-mediums.js';
import { SAME_NAMES, type CustomerSchema } from './schemas.js';

const REASONS = {
  DEBT_COLLECTION: 'accessRestriction.DEBT_COLLECTION',
  FREEZE: 'accessRestriction.FREEZE',
} as const satisfies Record<AccessRestriction['reason'], TextKey>;

/** Form of an answer. */
interface AnswerForm {
  readonly timeZone: string;
  readonly language: string;
  readonly cardNumberFormat?: CardNumberFormat;
}

/** A customer as the wire has them; what is not known is left out. */
export function toCustomer(
  { customer, status, identity, bankAccount, accessMediums, accessRestrictions, freezes }: CustomerRecord,
  { timeZone, language, cardNumberFormat }: AnswerForm,
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
    accessRefusal: accessRestrictions.length > 0,
    accessRestrictions: accessRestrictions.map(({ reason, startDate, endDate }) => ({
      reason: translate(language, REASONS[reason]),
      startDate,
      ...(endDate !== null && { endDate }),
    })),
    idlePeriods: freezes.map(({ id, startDate, endDate, reason, contract }) => ({
      id,
      startDate,
      ...(endDate !== null && { endDate }),
      ...(reason !== undefined && { reason }),
      contract,
      unlimited: endDate === null,
    })),
    ...contactDataOf(customer),
    ...(profile?.countryCode && { country: profile.countryCode }),
    ...(profile?.language && { preferredLanguage: profile.language }),
    ...(identity?.dateOfBirth && { dateOfBirth: identity.dateOfBirth }),
    ...(bankAccount && { bankAccount }),
    ...(accessMediums && { accessMediums: toAccessMediums(accessMediums, cardNumberFormat) }),
    ...(createdAt && { createdDateTime: formatDateTime(createdAt, timeZone) }),
  };
}
