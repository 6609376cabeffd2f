import { ageOn, type CalendarDate } from '../../../core/calendar.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import type { Studio } from '../../studios/studios.tables.js';
import type { LegalRepresentative } from '../contracts/contract-details.js';
import type { NamedContract } from './contract-request.js';
import { readSignature } from './signatures.js';

const FULL_AGE = 18;

/**
 * Returns whether a person is under age on a date. A person comes of age at the beginning of the 18th birthday. For a
 * person born on 29 February, that is 1 March in a year without this day (§§ 187 (2), 188 (2) BGB).
 */
export function isUnderAge(dateOfBirth: CalendarDate, date: CalendarDate): boolean {
  return ageOn(dateOfBirth, date) < FULL_AGE;
}

/**
 * Returns whether the studio requires a legal representative for this contract. The age on the start date counts. A
 * customer whose date of birth the studio does not know is not checked.
 *
 * @param dateOfBirth null if not known
 * @throws ApiError 400 if the member is below the studio's minimum age on the start date.
 */
export function requiresLegalRepresentative(
  studio: Pick<Studio, 'settings'>,
  { request: { startDate }, birthField }: NamedContract,
  dateOfBirth: CalendarDate | null,
): boolean {
  if (dateOfBirth === null) return false;
  const { minimumAge, requireLegalRepresentative } = settingsOf(studio).underageMembers;
  if (minimumAge !== null && ageOn(dateOfBirth, startDate) < minimumAge) {
    throw new ApiError('errormessage.membership.minimum.age', birthField, { age: minimumAge });
  }
  return requireLegalRepresentative && isUnderAge(dateOfBirth, startDate);
}

/**
 * Returns the legal representative as the service stores it; null without one. An adult has none, so one that was sent
 * for an adult is not stored.
 *
 * @param dateOfBirth null if not known
 * @throws ApiError 400 if a required representative is missing, or the signature cannot be read.
 */
export function takeLegalRepresentative(
  { request, field }: NamedContract,
  dateOfBirth: CalendarDate | null,
  isRequired: boolean,
): LegalRepresentative | null {
  const { legalRepresentative: given, startDate } = request;
  const reference = field('legalRepresentative');
  if (!given) {
    if (isRequired) throw new ApiError('errormessage.membership.legal.representative.required', reference);
    return null;
  }
  if (dateOfBirth !== null && !isUnderAge(dateOfBirth, startDate)) return null;
  const { firstName, lastName, base64SvgSignature } = given;
  const signature = readSignature(base64SvgSignature, `${reference}.base64SvgSignature`);
  return { firstName, lastName, signature };
}
