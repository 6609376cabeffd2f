import { isCountry } from '@upc/contract/country';
import type { Studio } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import { textPart, type TextPart } from '../i18n/translate.js';
import type { CalendarDate } from '../domain/calendar.js';
import type { CustomerProfile, PersonProfile } from '../domain/customer-profile.js';

const EARLIEST_BIRTH = '1900-01-01';

/**
 * @param names how the request calls a field, where it has a name of its own.
 * @throws ApiError 400 for a date of birth that nobody can have, or a country that there is not.
 */
export function checkPlausible(
  profile: PersonProfile,
  today: CalendarDate,
  prefix: string,
  names: Partial<Record<keyof CustomerProfile, string>> = {},
): void {
  const refuse = (given: keyof CustomerProfile, problem: TextPart) => {
    const field = names[given] ?? given;
    return new ApiError('errormessage.customer.field.invalid', `${prefix}${field}`, { field, problem });
  };
  const { dateOfBirth } = profile;
  if (dateOfBirth !== undefined && dateOfBirth > today)
    throw refuse('dateOfBirth', textPart('problem.date.afterToday', { today }));
  if (dateOfBirth !== undefined && dateOfBirth < EARLIEST_BIRTH)
    throw refuse('dateOfBirth', textPart('problem.date.tooEarly', { date: EARLIEST_BIRTH }));
  for (const field of ['countryCode', 'countryOfBirth'] as const) {
    const code = profile[field];
    if (code !== undefined && !isCountry(code)) throw refuse(field, textPart('problem.country'));
  }
}

/**
 * Facts that studios in some countries have to know of a member (specification, signup, customer):
 * in Italy and Spain a tax id or an identification document; in Italy the place of birth of those who were
 * born there, and the country of birth of everybody else.
 *
 * @throws ApiError 400 with the missing field.
 */
export function checkRequiredByCountry(profile: CustomerProfile, studio: Studio, prefix: string): void {
  const { country } = studio.creditor.address;
  const missing = (field: keyof CustomerProfile, problem: TextPart) =>
    new ApiError('errormessage.customer.field.required', `${prefix}${field}`, { field, problem });
  if ((country === 'IT' || country === 'ES') && !profile.taxId && !profile.documentIdentification) {
    throw missing('taxId', textPart('problem.taxId'));
  }
  const wasBornAbroad = profile.countryOfBirth !== undefined && profile.countryOfBirth !== 'IT';
  if (country !== 'IT' || wasBornAbroad || profile.placeOfBirth) return;
  throw missing('placeOfBirth', textPart('problem.placeOfBirth'));
}
