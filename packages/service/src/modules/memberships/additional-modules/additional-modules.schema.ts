import { type Static, Type } from 'typebox';
import { type CalendarDate as Day, dayAfter } from '../../../core/calendar.js';
import { CalendarDate, Int64, Money } from '../../../core/http/schemas.js';
import { fromMinorUnits, toMoney } from '../../../core/money.js';
import { isActive } from '../contracts/contracts.js';
import { toCalendarDay } from '../idle-periods/idle-time.js';
import { type AnswerContext, toPaymentFrequency } from '../offers/frequencies.js';
import type { PaymentFrequency } from '../offers/offer.js';
import { PaymentFrequencySchema, RateCodeSchema, TermSchema } from '../offers/offers.schema.js';
import type { AdditionalModule } from './additional-module.js';
import {
  BOOKING_STATUSES,
  canBeWithdrawn,
  moduleCancelationChoice,
  moduleEnd,
  type ModulesOfContract,
} from './module-bookings.js';
import { type ModuleContract, moduleIdleTimes } from './module-contracts.js';

export const AdditionalModuleRecord = Type.Object(
  {
    id: Int64,
    name: Type.String({ examples: ['Sauna'] }),
    description: Type.Optional(Type.String()),
    imageUrl: Type.String({ description: 'Valid for 5 hours.' }),
    paymentFrequencies: Type.Array(PaymentFrequencySchema),
    termInformation: Type.Object({
      term: TermSchema,
      extension: Type.Optional(
        Type.Object(
          {
            extensionType: Type.Enum(['TERM_EXTENSION', 'NEW'], {
              type: 'string',
              description: 'NEW means that the module continues at another rate.',
            }),
            termExtension: Type.Optional(TermSchema),
            extensionCancelationPeriod: Type.Optional(TermSchema),
          },
          { description: 'Absent if the module ends after its term.' },
        ),
      ),
      cancelationPeriod: Type.Optional(TermSchema),
    }),
    trialPeriodConfig: Type.Optional(
      Type.Object({ term: TermSchema, description: Type.Optional(Type.String()) }),
    ),
    rateCodes: Type.Optional(Type.Array(RateCodeSchema)),
  },
  { title: 'AdditionalModule' },
);

export const ModuleContractRequest = Type.Object(
  {
    additionalModuleId: Int64,
    paymentFrequencyId: Int64,
    bookTrialPeriod: Type.Boolean({
      description: 'Whether the module begins with its trial period, which is free and can be booked once.',
    }),
  },
  { title: 'ModuleContractRequest' },
);

export const BookingValidation = Type.Object(
  {
    validationStatus: Type.Enum(BOOKING_STATUSES, { type: 'string' }),
  },
  { title: 'ModuleContractValidation' },
);

export const ModuleContractRecord = Type.Object(
  {
    name: Type.String({ examples: ['Sauna'] }),
    price: Money,
    startDate: CalendarDate,
    endDate: Type.Optional({ ...CalendarDate, description: 'The last day that is certain so far.' }),
    cancelationDate: Type.Optional(CalendarDate),
    lastPossibleCancelationDate: Type.Optional(CalendarDate),
    cancelationReason: Type.Optional(Type.String()),
    contractCancelationStatus: Type.Optional(
      Type.Enum(['CANCELED', 'PENDING_VERIFICATION', 'PENDING_WITHDRAWAL_VERIFICATION'], {
        type: 'string',
        description: 'Absent until the module is cancelled.',
      }),
    ),
    contractCancelationCanBeWithdrawn: Type.Boolean(),
    trialPeriod: Type.Optional(
      Type.Object({ term: Type.Optional(TermSchema), startDate: Type.Optional(CalendarDate) }),
    ),
    availableCancelationDates: Type.Optional(Type.Array(CalendarDate)),
    rateCodes: Type.Optional(Type.Array(RateCodeSchema)),
  },
  { title: 'ModuleContract' },
);

/** A module contract within a customer's contract. */
export const SubContract = Type.Object(
  {
    id: { ...Int64, description: 'The id of the module contract.' },
    rateName: Type.String({ examples: ['Sauna'] }),
    startDate: CalendarDate,
    endDate: Type.Optional(CalendarDate),
    paymentFrequency: PaymentFrequencySchema.properties.type,
    price: Type.Number({ deprecated: true, description: 'Use priceDetails instead.', examples: [19.9] }),
    priceDetails: Type.Object(
      {
        basePrice: Money,
        currentPrice: Money,
        paymentFrequency: PaymentFrequencySchema,
      },
      { title: 'PriceDetails' },
    ),
    cancelled: Type.Boolean(),
    cancellationDate: Type.Optional(CalendarDate),
    cancellationReceiptDate: Type.Optional(CalendarDate),
    contractStatus: Type.Enum(['ACTIVE', 'INACTIVE'], { type: 'string' }),
    rateCodes: Type.Optional(Type.Array(RateCodeSchema)),
  },
  { title: 'SubContract' },
);

export function toAdditionalModule(
  module: AdditionalModule,
  answer: AnswerContext,
): Static<typeof AdditionalModuleRecord> {
  const { id, name, description, term, extension, cancelationPeriod, trialPeriod } = module;
  return {
    id,
    name,
    ...(description === undefined ? {} : { description }),
    imageUrl: answer.imageUrl({ additionalModuleId: id }),
    paymentFrequencies: module.paymentFrequencies.map((each) => toPaymentFrequency(each, answer)),
    termInformation: {
      term,
      ...(extension.type === 'NONE'
        ? {}
        : {
            extension: {
              extensionType:
                extension.type === 'TERM_EXTENSION' ? ('TERM_EXTENSION' as const) : ('NEW' as const),
              termExtension: extension.term,
              ...(extension.cancelationPeriod
                ? { extensionCancelationPeriod: extension.cancelationPeriod }
                : {}),
            },
          }),
      ...(cancelationPeriod ? { cancelationPeriod } : {}),
    },
    ...(trialPeriod ? { trialPeriodConfig: trialPeriod } : {}),
    rateCodes: [...module.rateCodes],
  };
}

/** Returns the first day of a module contract, which an idle period from that day moves. */
function firstDay(booked: ModuleContract, { idleTimes, today }: ModulesOfContract): Day {
  return toCalendarDay(booked.startDate, moduleIdleTimes(booked, idleTimes), today);
}

/** The name and price of today, and how the price is paid. */
interface CurrentRate {
  readonly rateName: string;
  readonly price: number;
  readonly frequency: PaymentFrequency;
}

/** Returns the rate of today: in an extension with a rate of its own, that of the extension. */
function currentRate(booked: ModuleContract, { idleTimes, today }: ModulesOfContract): CurrentRate {
  const { module, price, paymentFrequency, signedEndDate } = booked.details;
  const { extension } = module;
  const begin = toCalendarDay(dayAfter(signedEndDate), moduleIdleTimes(booked, idleTimes), today);
  if (extension.type !== 'SUBSEQUENT_RATE_DETAIL' || today < begin) {
    return { rateName: module.name, price, frequency: paymentFrequency };
  }
  const { term, rateName, price: later } = extension;
  return { rateName, price: later, frequency: { id: null, type: 'RECURRING', term, price: later } };
}

export function toModuleContract(
  booked: ModuleContract,
  ofContract: ModulesOfContract,
  { currency }: AnswerContext,
): Static<typeof ModuleContractRecord> {
  const { cancelation, details } = booked;
  const endDate = moduleEnd(booked, ofContract);
  const { module, trialEndDate } = details;
  const { dates, lastNoticeDate } = moduleCancelationChoice(booked, ofContract);
  const startDate = firstDay(booked, ofContract);
  return {
    name: module.name,
    price: toMoney(currentRate(booked, ofContract).price, currency),
    startDate,
    endDate,
    ...(cancelation && { cancelationDate: endDate, contractCancelationStatus: 'CANCELED' as const }),
    ...(cancelation?.reason === undefined ? {} : { cancelationReason: cancelation.reason }),
    ...(lastNoticeDate === null ? {} : { lastPossibleCancelationDate: lastNoticeDate }),
    contractCancelationCanBeWithdrawn: canBeWithdrawn(booked, ofContract),
    ...(module.trialPeriod && trialEndDate !== null
      ? { trialPeriod: { term: module.trialPeriod.term, startDate } }
      : {}),
    availableCancelationDates: [...dates],
    rateCodes: [...module.rateCodes],
  };
}

export function toSubContract(
  booked: ModuleContract,
  ofContract: ModulesOfContract,
  answer: AnswerContext,
): Static<typeof SubContract> {
  const { id, cancelation, details } = booked;
  const endDate = moduleEnd(booked, ofContract);
  const { currency } = answer;
  const startDate = firstDay(booked, ofContract);
  const { rateName, price, frequency } = currentRate(booked, ofContract);
  return {
    id,
    rateName,
    startDate,
    endDate,
    paymentFrequency: frequency.type,
    price: fromMinorUnits(price, currency),
    priceDetails: {
      basePrice: toMoney(details.basePrice, currency),
      currentPrice: toMoney(price, currency),
      paymentFrequency: toPaymentFrequency(frequency, answer),
    },
    cancelled: cancelation !== null,
    ...(cancelation && { cancellationDate: endDate, cancellationReceiptDate: cancelation.receivedOn }),
    contractStatus: isActive({ startDate, endDate }, ofContract.today) ? 'ACTIVE' : 'INACTIVE',
    rateCodes: [...details.module.rateCodes],
  };
}
