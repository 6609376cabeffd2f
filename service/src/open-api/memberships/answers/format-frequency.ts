import type { TermUnit } from '../../../domain/calendar.js';
import type { PaymentFrequency } from '../../../domain/offer.js';

interface Words {
  readonly free: string;
  readonly once: string;
  readonly onDays: string;
  readonly atTimes: string;
  readonly every: Readonly<Record<TermUnit, string>>;
  /** `{value}` is the number. */
  readonly everySeveral: Readonly<Record<TermUnit, string>>;
}

const en: Words = {
  free: 'Free of charge',
  once: 'Once',
  onDays: 'On fixed days of the year',
  atTimes: 'At fixed times',
  every: { DAY: 'Daily', WEEK: 'Weekly', MONTH: 'Monthly', YEAR: 'Yearly' },
  everySeveral: {
    DAY: 'Every {value} days',
    WEEK: 'Every {value} weeks',
    MONTH: 'Every {value} months',
    YEAR: 'Every {value} years',
  },
};

const de: Words = {
  free: 'Kostenlos',
  once: 'Einmalig',
  onDays: 'An festen Tagen des Jahres',
  atTimes: 'Zu festen Zeiten',
  every: { DAY: 'Täglich', WEEK: 'Wöchentlich', MONTH: 'Monatlich', YEAR: 'Jährlich' },
  everySeveral: {
    DAY: 'Alle {value} Tage',
    WEEK: 'Alle {value} Wochen',
    MONTH: 'Alle {value} Monate',
    YEAR: 'Alle {value} Jahre',
  },
};

/** A payment frequency in words; in English where the language has none yet. */
export function formatFrequency(frequency: PaymentFrequency, language: string): string {
  const words = language.startsWith('de') ? de : en;
  switch (frequency.type) {
    case 'FREE':
      return words.free;
    case 'NON_RECURRING':
      return words.once;
    case 'MONTH_DAY':
      return words.onDays;
    case 'TERM_BASED':
      return frequency.recurring ? every(frequency.term, words) : words.atTimes;
    case 'RECURRING':
      return every(frequency.term, words);
  }
}

function every({ value, unit }: { value: number; unit: TermUnit }, words: Words): string {
  return value === 1 ? words.every[unit] : words.everySeveral[unit].replace('{value}', String(value));
}
