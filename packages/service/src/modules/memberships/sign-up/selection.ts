import { addTerm, type CalendarDate, todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart, type TextPart } from '../../../core/i18n/translate.js';
import type { Studio } from '../../studios/studios.tables.js';
import type { Offer, OfferTerm, PricedModule } from '../offers/offer.js';
import { findTerm, isOffered } from '../offers/offers.js';
import type { QuoteRequest } from '../pricing/quote.js';
import { findVoucher, type UsableVoucher } from '../vouchers/vouchers.js';
import type { ContractRequest, NamedContract } from './contract-request.js';

/** Maximum time from today to the start of a contract. */
const LATEST_START = { value: 1, unit: 'YEAR' } as const;

export interface Selection {
  /** Input of the price calculation. */
  readonly quoteRequest: QuoteRequest;
  /** null if no code was given or the voucher cannot be used. */
  readonly voucher: UsableVoucher | null;
}

/**
 * Checks a partner's choice against the studio's offers.
 *
 * @param dateOfBirth null if not known; prices are then not adjusted for age.
 * @throws ApiError if the offer does not allow the choice, with the field as reference.
 */
export async function select(
  context: Context,
  studio: Studio,
  { request, field }: NamedContract,
  dateOfBirth: CalendarDate | null,
): Promise<Selection> {
  const today = todayAt(context, studio);
  const { offer, term } = await findTerm(
    context.db,
    studio,
    request.contractOfferTermId,
    field('contractOfferTermId'),
  );
  if (!isOffered(offer, today)) {
    throw new ApiError('errormessage.membership.offer.not.available', field('contractOfferTermId'), {
      ...offer.limitedOfferingPeriod,
    });
  }
  if (request.voucherCode !== undefined && request.referralCode !== undefined) {
    throw new ApiError('errormessage.membership.voucher.with.referral', field('voucherCode'));
  }
  requireStart(request.startDate, today, field('startDate'));
  const voucher =
    request.voucherCode === undefined
      ? null
      : await findVoucher(context.db, studio, request.voucherCode, { offerId: offer.id, today });
  return {
    voucher,
    quoteRequest: {
      offer,
      term,
      signingDate: today,
      startDate: request.startDate,
      useFrom: useFrom(request, offer, today, field('preuseDate')),
      dateOfBirth,
      voucher: voucher?.voucher ?? null,
      modules: chosenModules({ request, field }, offer, term),
    },
  };
}

/**
 * Checks the start date.
 *
 * @throws ApiError 400 if it is in the past or more than a year ahead.
 */
function requireStart(given: CalendarDate, today: CalendarDate, reference: string): void {
  const latest = addTerm(today, LATEST_START);
  const refuse = (problem: TextPart) =>
    new ApiError('errormessage.membership.start.date.invalid', reference, { given, problem });
  if (given < today) throw refuse(textPart('problem.date.today', { today }));
  if (given > latest) throw refuse(textPart('problem.date.latest', { date: latest }));
}

function useFrom(
  { startDate, preuseDate: given }: ContractRequest,
  { preUse }: Offer,
  today: CalendarDate,
  reference: string,
): CalendarDate {
  if (given === undefined) {
    if (preUse.type === 'NOT_AVAILABLE' || !preUse.lead) return startDate;
    const begin = addTerm(startDate, preUse.lead, -1);
    return begin < today ? today : begin;
  }
  const refuse = (problem: TextPart) =>
    new ApiError('errormessage.membership.preuse.date.invalid', reference, { given, problem });
  if (given === startDate) return startDate;
  if (preUse.type === 'NOT_AVAILABLE') throw refuse(textPart('problem.date.preUse'));
  if (given > startDate) throw refuse(textPart('problem.date.contractStart', { date: startDate }));
  if (given < today) throw refuse(textPart('problem.date.today', { today }));
  return given;
}

function chosenModules(
  { request, field }: Pick<NamedContract, 'request' | 'field'>,
  offer: Offer,
  term: OfferTerm,
): PricedModule[] {
  const choose = (
    name: 'selectedSelectableModuleIds' | 'selectedOptionalModuleIds',
    offered: readonly PricedModule[],
    most: number,
  ) => {
    const ids = request[name] ?? [];
    const refuse = (problem: TextPart) =>
      new ApiError('errormessage.membership.modules.invalid', field(name), { problem });
    if (ids.length > most) throw refuse(textPart('problem.given.tooMany', { given: ids.length, most }));
    return ids.map((id, index) => {
      const module = offered.find((candidate) => candidate.id === id);
      if (!module) {
        const allowed = offered.map((each) => each.id).join(', ') || '–';
        throw refuse(textPart('problem.given.unknown', { given: id, allowed }));
      }
      if (ids.indexOf(id) !== index) throw refuse(textPart('problem.given.twice', { id }));
      return module;
    });
  };
  return [
    ...choose('selectedSelectableModuleIds', offer.selectableModules, offer.maximumNumberOfSelectableModules),
    ...choose('selectedOptionalModuleIds', term.optionalModules, term.optionalModules.length),
  ];
}
