import type { Static } from 'typebox';
import type { Term } from '../../../domain/calendar.js';
import type { AgeAdjustment, PaymentFrequency, Portion } from '../../../domain/offer.js';
import { fromMinorUnits, toMoney } from '../../../domain/money.js';
import { MONTHS, type PaymentFrequencySchema } from '../schemas/common.js';
import { formatFrequency } from '../../../memberships/format-frequency.js';

/** Facts that every answer depends on. */
export interface AnswerContext {
  readonly currency: string;
  /** Negotiated. */
  readonly language: string;
  readonly imageUrl: (kind: 'offers' | 'modules', id: number) => string;
  /** Opens the contract of an offer as a PDF. */
  readonly contractUrl: (offerId: number) => string;
}

/** A portion as the wire has it: an amount, or a percentage in its place. */
export function portionValue(portion: Portion, currency: string): number {
  return portion.type === 'ABSOLUTE' ? fromMinorUnits(portion.amount, currency) : portion.basisPoints / 100;
}

export function toPaymentFrequency(
  frequency: PaymentFrequency,
  { currency, language }: AnswerContext,
): Static<typeof PaymentFrequencySchema> {
  const { id, type, ageAdjustments } = frequency;
  return {
    id,
    type,
    ...details(frequency, currency),
    ...(ageAdjustments
      ? { ageBasedAdjustments: ageAdjustments.map((each) => toAgeAdjustment(each, currency)) }
      : {}),
    formattedPaymentFrequency: formatFrequency(frequency, language),
  };
}

function details(frequency: PaymentFrequency, currency: string) {
  switch (frequency.type) {
    case 'FREE':
      return {};
    case 'NON_RECURRING':
      return { price: toMoney(frequency.price, currency) };
    case 'RECURRING':
      return { price: toMoney(frequency.price, currency), term: frequency.term };
    case 'MONTH_DAY':
      return {
        recurring: frequency.recurring,
        monthDaysToPrices: frequency.days.map(({ month, dayOfMonth, price }) => ({
          monthDay: { month: MONTHS[month - 1] ?? 'JANUARY', monthValue: month, dayOfMonth },
          price: toMoney(price, currency),
        })),
      };
    case 'TERM_BASED': {
      const steps = frequency.steps.map(
        ({ after, price }): { term: Term; price: ReturnType<typeof toMoney> } => {
          return { term: after, price: toMoney(price, currency) };
        },
      );
      const { recurring, term } = frequency;
      // The specification spells it with a v, public clients without.
      return { recurring, term, termsToPrices: steps, termsToPricesv: steps };
    }
  }
}

function toAgeAdjustment({ startAge, endAge, adjustment }: AgeAdjustment, currency: string) {
  const { type } = adjustment;
  return { ageRange: { startAge, endAge }, value: portionValue(adjustment, currency), type };
}
