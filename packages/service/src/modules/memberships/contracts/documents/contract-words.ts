import type { CalendarDate, Term } from '../../../../core/calendar.js';
import { supportedLanguage } from '../../../../core/i18n/languages.js';
import { type TextKey, type TextParams, translate } from '../../../../core/i18n/translate.js';
import { fromMinorUnits } from '../../../../core/money.js';
import type { Studio } from '../../../studios/studios.tables.js';
import { formatFrequency } from '../../offers/frequencies.js';
import type { AgeAdjustment, Extension, PaymentFrequency } from '../../offers/offer.js';

/** Formats labels, days, amounts, terms and prices for a contract's document. */
export interface ContractWords {
  readonly label: (key: TextKey, params?: TextParams) => string;
  readonly day: (day: CalendarDate) => string;
  readonly moment: (moment: Date) => string;
  /** @param minor amount in minor units of the studio's currency */
  readonly money: (minor: number) => string;
  readonly term: (term: Term) => string;
  readonly price: (frequency: PaymentFrequency) => string;
  /** Returns null if nothing extends the contract. */
  readonly extension: (extension: Extension) => string | null;
}

/**
 * Returns the formatters for a contract's document.
 *
 * @param asked preferred language of the texts; English if it is not supported
 * @param locale locale of days and amounts
 */
export function contractWords(asked: string, locale: string, { currency, timeZone }: Studio): ContractWords {
  const language = supportedLanguage(asked) ?? 'en';
  const amounts = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const daysOfYear = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone });
  const label = (key: TextKey, params?: TextParams) => translate(language, key, params);
  const money = (minor: number) => amounts.format(fromMinorUnits(minor, currency));
  const term = ({ value, unit }: Term) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: unit.toLowerCase(), unitDisplay: 'long' }).format(
      value,
    );
  const adjustment = ({ startAge, endAge, adjustment: portion }: AgeAdjustment) => {
    const value =
      portion.type === 'ABSOLUTE'
        ? money(portion.amount)
        : new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
            portion.basisPoints / 10_000,
          );
    return `${startAge}–${endAge}: ${value}`;
  };
  const amountsOf = (frequency: PaymentFrequency): string[] => {
    switch (frequency.type) {
      case 'FREE':
        return [];
      case 'NON_RECURRING':
      case 'RECURRING':
        return [money(frequency.price)];
      case 'MONTH_DAY':
        return frequency.days.map(
          ({ month, dayOfMonth, price }) =>
            `${daysOfYear.format(Date.UTC(2024, month - 1, dayOfMonth))}: ${money(price)}`,
        );
      case 'TERM_BASED':
        return frequency.steps.map(({ after, price }) => `${term(after)} → ${money(price)}`);
    }
  };
  const price = (frequency: PaymentFrequency) => {
    const ages = (frequency.ageAdjustments ?? []).map(adjustment);
    const amounts = amountsOf(frequency).join('; ');
    const rhythm = formatFrequency(frequency, language);
    const text =
      amounts === ''
        ? rhythm
        : `${amounts}, ${rhythm.charAt(0).toLocaleLowerCase(language)}${rhythm.slice(1)}`;
    return ages.length ? `${text} (${ages.join('; ')})` : text;
  };
  return {
    label,
    day: (day) => days.format(new Date(`${day}T00:00:00Z`)),
    moment: (moment) => moments.format(moment),
    money,
    term,
    price,
    extension: (extension) => {
      if (extension.type === 'NONE') return null;
      return extension.type === 'TERM_EXTENSION'
        ? term(extension.term)
        : `${extension.rateName}; ${price({ id: null, type: 'RECURRING', term: extension.term, price: extension.price })}`;
    },
  };
}
