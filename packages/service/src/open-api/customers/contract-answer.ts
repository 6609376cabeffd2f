import type { Static } from 'typebox';
import { calendarDateIn, type Term } from '../../domain/calendar.js';
import { signedTerm, type Contract } from '../../memberships/contracts.js';
import type { ContractData } from '../memberships/schemas/contract-data.js';
import type { ContractSchema } from './contract-schema.js';

/** A contract as customers' records show it, whose names differ from those of the self-service. */
export function toContract(
  contract: Contract,
  data: Static<typeof ContractData>,
  timeZone: string,
): Static<typeof ContractSchema> {
  const { id, startDate, endDate, rateName, contractStatus, cancelationPeriod, cancelationDate } = data;
  const { cancelationReason, lastPossibleCancelationDate, price, priceDetails, rateCodes } = data;
  const { term, extension } = signedTerm(contract);
  const { thirdPartyId } = contract.details;
  const { cancelation } = contract;
  return {
    id,
    createdDate: calendarDateIn(contract.createdAt, timeZone),
    startDate,
    endDate,
    rateName,
    contractStatus,
    ...(cancelationPeriod && { cancellationPeriod: cancelationPeriod }),
    cancelled: cancelation !== null,
    ...(cancelationDate !== undefined && { cancellationDate: cancelationDate }),
    ...(cancelation && { cancellationReceiptDate: cancelation.receivedOn }),
    ...(cancelationReason !== undefined && { cancellationReason: cancelationReason }),
    price,
    priceDetails,
    lastPossibleCancellationDate: lastPossibleCancelationDate ?? endDate,
    term: toTimePeriod(term),
    extensionTerm: toTimePeriod(extension.type === 'NONE' ? NO_TERM : extension.term),
    ...(thirdPartyId !== undefined && { thirdPartyId }),
    rateCodes,
  };
}

/** Nothing follows. */
const NO_TERM: Term = { value: 0, unit: 'MONTH' };

function toTimePeriod({ value, unit }: Term): Static<typeof ContractSchema>['term'] {
  return { periodValue: value, periodUnit: unit };
}
