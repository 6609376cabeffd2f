import type { TermUnit } from '../domain/calendar.js';
import type { PaymentFrequency } from '../domain/offer.js';
import { translate, type TextKey } from '../i18n/translate.js';

/** Each unit in words: once in it, and every several of it. */
const UNITS: Readonly<Record<TermUnit, { readonly one: TextKey; readonly several: TextKey }>> = {
  DAY: { one: 'frequency.daily', several: 'frequency.everyDays' },
  WEEK: { one: 'frequency.weekly', several: 'frequency.everyWeeks' },
  MONTH: { one: 'frequency.monthly', several: 'frequency.everyMonths' },
  YEAR: { one: 'frequency.yearly', several: 'frequency.everyYears' },
};

/** A payment frequency in words (specification, formattedPaymentFrequency). */
export function formatFrequency(frequency: PaymentFrequency, language: string): string {
  switch (frequency.type) {
    case 'FREE':
      return translate(language, 'frequency.free');
    case 'NON_RECURRING':
      return translate(language, 'frequency.once');
    case 'MONTH_DAY':
      return translate(language, 'frequency.onDays');
    case 'TERM_BASED':
      return frequency.recurring ? every(frequency.term, language) : translate(language, 'frequency.atTimes');
    case 'RECURRING':
      return every(frequency.term, language);
  }
}

function every({ value, unit }: { value: number; unit: TermUnit }, language: string): string {
  const { one, several } = UNITS[unit];
  return value === 1 ? translate(language, one) : translate(language, several, { count: value });
}
