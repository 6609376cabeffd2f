import { settingsOf } from '../../domain/studio-settings.js';
import { signedTerm, type Contract } from '../contracts.js';
import type { CalendarDate } from '../../domain/calendar.js';
import { othersOf, type FreezesOfContract, type IdlePeriod } from './idle-periods.js';
import type { Situation } from './validation.js';

/** The situation that a new freeze, or the change of one, is checked against. */
export function situationOf(freezes: FreezesOfContract, current: IdlePeriod | null): Situation {
  const { studio, today, contract, periods } = freezes;
  const rules = settingsOf(studio).idlePeriods;
  const contractEnd = lastPossibleDay(contract);
  const hasEnded = contractEnd !== null && contractEnd < today;
  return {
    rules,
    today,
    contractStart: contract.startDate,
    contractEnd,
    canBeFrozen: !hasEnded && !rules.excludedOfferIds.includes(contract.offerId),
    hasPending: periods.some(({ state }) => state === 'PENDING_VERIFICATION'),
    others: othersOf(freezes, current),
    current: current?.asked ?? null,
  };
}

/** The last day that a contract can have; null: it is extended until somebody cancels it. */
function lastPossibleDay(contract: Contract): CalendarDate | null {
  const goesOn = contract.finalEndDate === null && signedTerm(contract).extension.type !== 'NONE';
  return goesOn ? null : contract.endDate;
}
