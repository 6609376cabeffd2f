import { type CalendarDate, dayBefore } from '../../../core/calendar.js';
import {
  type ModuleContract,
  moduleContractIdIn,
  moduleLife,
} from '../additional-modules/module-contracts.js';
import type { IdleTime } from '../idle-periods/idle-time.js';
import { type ContractLife, contractLife } from './contract-life.js';
import type { Contract } from './contracts.js';
import { type FeeChanges, feeChanges, type WrittenClaim } from './fee-changes.js';
import type { PlannedClaim } from './planned-claims.js';
import { signedTermsOf } from './signed-terms.js';

/** A part of a contract with a life and fees of its own. */
interface Part {
  readonly life: ContractLife;
  /** Whether nothing extends the part, so that a fee that is not planned now never will be. */
  readonly hasFinalEnd: boolean;
}

/** A module that was booked onto the contract. */
interface ModulePart extends Part {
  readonly booked: ModuleContract;
}

/** A contract and the modules that were booked onto it. */
export interface ContractParts extends Part {
  readonly modules: readonly ModulePart[];
  /** The claims of all parts, by due date. */
  readonly claims: readonly PlannedClaim[];
}

/** Computes the lives of a contract and of its modules as of a day. Pure. */
export function contractParts(
  contract: Contract,
  booked: readonly ModuleContract[],
  idleTimes: readonly IdleTime[],
  today: CalendarDate,
): ContractParts {
  const withdrawn = withdrawnLife(contract);
  if (withdrawn) {
    const part = { life: { ...withdrawn, claims: [] }, hasFinalEnd: true };
    const modules = booked.map((each) => ({ booked: each, ...part }));
    return { life: withdrawn, hasFinalEnd: true, modules, claims: withdrawn.claims };
  }
  const life = contractLife(signedTermsOf(contract), idleTimes, today);
  const end = lastDayOf(contract, life);
  const modules = booked.map((each) => ({ booked: each, ...moduleLife(each, end, idleTimes, today) }));
  const claims = [life, ...modules.map((module) => module.life)]
    .flatMap((each) => each.claims)
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0));
  return { life, hasFinalEnd: contract.finalEndDate !== null, modules, claims };
}

/**
 * Returns the life of a contract that the member has withdrawn from, in which nothing is owed but its use until then;
 * null if the member has not.
 */
function withdrawnLife({ startDate, withdrawnOn, amountUsed, details }: Contract): ContractLife | null {
  if (withdrawnOn === null) return null;
  const endDate = dayBefore(withdrawnOn);
  const from = details.useFrom < startDate ? details.useFrom : startDate;
  const claim: PlannedClaim = {
    key: 'withdrawal',
    dueDate: withdrawnOn,
    description: details.offer.name,
    type: 'CONTRACT_FEE',
    amount: amountUsed ?? 0,
    paidPeriod: { from, to: endDate },
  };
  const claims = claim.amount > 0 ? [claim] : [];
  return { periods: [], endDate, claims, waiting: [], nextChange: null };
}

/** Returns the last day of a contract; null if it continues until it is cancelled. */
export function lastDayOf(contract: Contract, life: ContractLife): CalendarDate | null {
  const { extension, finalEndDate } = signedTermsOf(contract);
  return extension && finalEndDate === null ? null : life.endDate;
}

/** Returns the changes to the claims of all parts; see `feeChanges`. */
export function partFeeChanges(
  { modules, ...contract }: ContractParts,
  written: readonly WrittenClaim[],
  today: CalendarDate,
): FeeChanges {
  const parts = [{ id: null, part: contract }, ...modules.map((part) => ({ id: part.booked.id, part }))];
  const changes = parts.map(({ id, part: { life, hasFinalEnd } }) => {
    const own = written.filter(({ key }) => moduleContractIdIn(key) === id);
    return feeChanges(life, own, hasFinalEnd, today);
  });
  return {
    updated: changes.flatMap(({ updated }) => updated),
    deleted: changes.flatMap(({ deleted }) => deleted),
    added: changes.flatMap(({ added }) => added),
    credited: changes.flatMap(({ credited }) => credited),
  };
}
