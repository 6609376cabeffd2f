import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Term, TermUnit } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { requestLanguage } from '../../../core/http/request-meta.js';
import { type TextKey, translate } from '../../../core/i18n/translate.js';
import { fromMinorUnits, toMoney } from '../../../core/money.js';
import { studioOf } from '../../integrations/api-key.js';
import { contractLink } from '../contracts/documents/contract-link.js';
import { imagePath, type Pictured } from './images.js';
import type { AgeAdjustment, PaymentFrequency, Portion } from './offer.js';
import { MONTHS, type PaymentFrequencySchema } from './offers.schema.js';

/** Text keys of each unit: `one` for once per unit, `several` for once every several units. */
const UNITS: Readonly<Record<TermUnit, { readonly one: TextKey; readonly several: TextKey }>> = {
  DAY: { one: 'frequency.daily', several: 'frequency.everyDays' },
  WEEK: { one: 'frequency.weekly', several: 'frequency.everyWeeks' },
  MONTH: { one: 'frequency.monthly', several: 'frequency.everyMonths' },
  YEAR: { one: 'frequency.yearly', several: 'frequency.everyYears' },
};

/** Describes a payment frequency in words (specification, formattedPaymentFrequency). */
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

/** Facts that every response depends on. */
export interface AnswerContext {
  readonly currency: string;
  /** Negotiated language of the texts. */
  readonly language: string;
  readonly imageUrl: (pictured: Pictured) => string;
  /** Returns a link that opens an offer's contract as a PDF. */
  readonly contractUrl: (offerId: number) => string;
}

/** Returns a portion as the interface has it: either an amount in the currency's units or a percentage. */
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
      // The specification spells the name with a v, public clients without.
      return { recurring, term, termsToPrices: steps, termsToPricesv: steps };
    }
  }
}

function toAgeAdjustment({ startAge, endAge, adjustment }: AgeAdjustment, currency: string) {
  const { type } = adjustment;
  return { ageRange: { startAge, endAge }, value: portionValue(adjustment, currency), type };
}

export function answerContext(context: Context, request: FastifyRequest): AnswerContext {
  const language = requestLanguage(request);
  return {
    currency: studioOf(request).currency,
    language,
    contractUrl: (id) => contractLink(context, { kind: 'offered', id, language }),
    imageUrl: (pictured) => new URL(imagePath(context, pictured), context.publicUrl()).href,
  };
}
