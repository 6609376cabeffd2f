import type { CalendarDate } from '../../../core/calendar.js';
import type { DeclarationDetails } from './declarations.stored.js';

/** Letters that are no accented form of another one, as people write them without their special key. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' };

/** Returns the words of a name without case, accents and punctuation. */
function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[ßæœøđłı]/g, (letter) => PLAIN[letter] ?? letter)
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '');
}

interface NamedCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly profile: { readonly email?: string } | null;
}

/**
 * Returns whether name and e-mail address are a customer's. First and last name may be in either order; case, accents,
 * punctuation and additional spaces do not matter.
 */
export function isDeclaredBy(
  { name, email }: Pick<DeclarationDetails, 'name' | 'email'>,
  { firstName, lastName, profile }: NamedCustomer,
): boolean {
  const given = wordsOf(name).join(' ');
  const names = [`${firstName} ${lastName}`, `${lastName} ${firstName}`];
  return (
    names.some((known) => wordsOf(known).join(' ') === given) &&
    profile?.email?.trim().toLowerCase() === email.toLowerCase()
  );
}

/** Most digits that an id has. */
const ID_DIGITS = 15;

/** Returns the id of the contract whose number a member has typed, in whatever groups; null if it can be none. */
export function contractIdIn(contractNumber: string): number | null {
  const digits = contractNumber.replace(/\D/g, '');
  return digits === '' || digits.length > ID_DIGITS ? null : Number(digits);
}

/**
 * Returns the day on which a contract ends: the declared one, or the next possible one after it. Returns null if the
 * contract cannot end as declared.
 *
 * @param possible the days that can be chosen, earliest first
 * @param declared null for the earliest possible day
 */
export function endDateFor(
  possible: readonly CalendarDate[],
  declared: CalendarDate | null,
): CalendarDate | null {
  const [earliest] = possible;
  if (earliest === undefined || (declared !== null && declared < earliest)) return null;
  return declared === null ? earliest : (possible.find((day) => day >= declared) ?? null);
}
