import type { CalendarDate } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import type { Customer } from '../../customers/customers.js';
import { readIdentity } from '../../customers/identity.js';
import type { CustomerProfile } from '../../customers/profile.js';
import type { Studio } from '../../studios/studios.tables.js';
import { textBlocksOf } from '../offers/offers.js';
import { type Quote, quote } from '../pricing/quote.js';
import type { Terms } from '../sales/sales.js';
import { isRedeemable } from '../vouchers/vouchers.js';
import type { NamedContract } from './contract-request.js';
import { select, type Selection } from './selection.js';
import { lastDayToWithdraw } from '../withdrawals/withdrawal-rules.js';
import { takeSignatures } from './signatures.js';
import { requiresLegalRepresentative, takeLegalRepresentative } from './underage.js';

export interface Preview extends Selection {
  readonly quote: Quote;
  readonly legalRepresentativeRequired: boolean;
}

/**
 * Calculates the price of a contract without creating it.
 *
 * @throws ApiError 400 if the offer or the member's age does not allow the request.
 */
export async function previewContract(
  context: Context,
  studio: Studio,
  asked: NamedContract,
  dateOfBirth: CalendarDate | null,
): Promise<Preview> {
  const selection = await select(context, studio, asked, dateOfBirth);
  const legalRepresentativeRequired = requiresLegalRepresentative(studio, asked, dateOfBirth);
  return { ...selection, quote: quote(selection.quoteRequest), legalRepresentativeRequired };
}

/** The person who signs a contract: a new person or an existing customer. */
export type Signer =
  | { readonly profile: CustomerProfile; readonly customer: null }
  | {
      readonly profile: null;
      readonly customer: Customer;
      /** The customer's contract that this one replaces. */
      readonly switchedFromContractId?: number;
    };

/**
 * Returns the terms at which a contract is sold. The price is calculated now, even if a preview showed another.
 *
 * @throws ApiError 400 if the offer or the member's age does not allow the request, the voucher cannot be used, or a
 * signature or the legal representative is missing.
 */
export async function contractTerms(
  context: Context,
  studio: Studio,
  asked: NamedContract,
  signer: Signer,
): Promise<Terms> {
  const { request, field } = asked;
  const switchedFromContractId = signer.customer ? signer.switchedFromContractId : undefined;
  const { dateOfBirth = null } = signer.profile ?? readIdentity(context.keys, signer.customer) ?? {};
  const preview = await previewContract(context, studio, asked, dateOfBirth);
  const { quoteRequest, voucher, quote: price, legalRepresentativeRequired } = preview;
  const { offer, term } = quoteRequest;
  requireRedeemable(asked, preview);
  const { selectedSelectableModuleIds = [], selectedOptionalModuleIds = [] } = request;
  const { voucherCode, referralCode, notes, thirdPartyId, employeeId } = request;
  // A switch has no field for the member's signatures, because the member signed the first contract.
  const signatures =
    switchedFromContractId === undefined
      ? takeSignatures(request, offer, textBlocksOf(quoteRequest), field)
      : { textBlockSignatures: [] };
  const legalRepresentative = takeLegalRepresentative(asked, dateOfBirth, legalRepresentativeRequired);
  return {
    plan: {
      customer: signer.profile,
      contract: {
        offerId: offer.id,
        offerTermId: term.id,
        startDate: price.startDate,
        endDate: price.endDate,
        schedule: price.schedule,
        details: {
          offer,
          useFrom: quoteRequest.useFrom,
          signedEndDate: price.endDate,
          schedule: price.schedule.map(({ mandatoryOnSigning: _, ...fee }) => fee),
          ongoingFees: price.ongoingFees,
          ...(voucher ? { voucher: voucher.voucher } : {}),
          basePrice: price.basePrice,
          ageAdjustedPrice: price.ageAdjustedPrice,
          selectableModuleIds: selectedSelectableModuleIds,
          optionalModuleIds: selectedOptionalModuleIds,
          ...(voucherCode === undefined ? {} : { voucherCode }),
          ...(referralCode === undefined ? {} : { referralCode }),
          ...(notes === undefined ? {} : { notes }),
          ...(thirdPartyId === undefined ? {} : { thirdPartyId }),
          ...(employeeId === undefined ? {} : { employeeId }),
          ...(switchedFromContractId === undefined ? {} : { switchedFromContractId }),
          withdrawableUntil: lastDayToWithdraw(studio, quoteRequest.signingDate),
          ...(request.earlyStartRequested ? { earlyStartRequested: true } : {}),
          ...signatures,
          ...(legalRepresentative ? { legalRepresentative } : {}),
        },
      },
    },
    voucher: voucher && { usable: voucher, field: field('voucherCode') },
    dueOnSigning: price.dueOnSigning,
    today: quoteRequest.signingDate,
    initialField: field('initialPaymentRequestToken'),
    allowedPaymentChoices: offer.allowedPaymentChoices,
  };
}

function requireRedeemable({ request: { voucherCode }, field }: NamedContract, { voucher }: Selection): void {
  if (voucherCode === undefined) return;
  if (!voucher) throw new ApiError('errormessage.membership.voucher.invalid', field('voucherCode'));
  if (isRedeemable(voucher.voucher)) return;
  const { type } = voucher.voucher;
  throw new ApiError('errormessage.membership.voucher.not.redeemable', field('voucherCode'), { type });
}
