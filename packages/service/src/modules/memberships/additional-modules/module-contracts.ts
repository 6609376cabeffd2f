import { asc, inArray } from 'drizzle-orm';
import { type CalendarDate, dayAfter } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import { type ContractLife, contractLife } from '../contracts/contract-life.js';
import type { SignedTerms } from '../contracts/signed-terms.js';
import { type IdleTime, toOwnDay } from '../idle-periods/idle-time.js';
import { moduleContracts } from './additional-modules.tables.js';

export type ModuleContract = typeof moduleContracts.$inferSelect;

/** Returns the modules booked onto contracts, past and present, in the order in which they were booked. */
export async function moduleContractsOf(
  db: Database,
  contractIds: readonly number[],
): Promise<ModuleContract[]> {
  if (contractIds.length === 0) return [];
  return db
    .select()
    .from(moduleContracts)
    .where(inArray(moduleContracts.contractId, [...contractIds]))
    .orderBy(asc(moduleContracts.id));
}

/** Returns the terms of a module contract as if its contract never ended and no idle period ever moved it. */
export function moduleTermsOf({ startDate, finalEndDate, details }: ModuleContract): SignedTerms {
  const { schedule, ongoingFees: fees, signedEndDate: endDate, module } = details;
  const { extension } = module;
  const notice = module.cancelationPeriod ? [module.cancelationPeriod] : [];
  const begin = dayAfter(endDate);
  const own = { schedule, voucher: null, cancelationStrategy: 'TERM', notice, finalEndDate } as const;
  if (extension.type === 'NONE') return { ...own, startDate, endDate, extension: null };
  const { term, cancelationPeriod } = extension;
  const later = cancelationPeriod ? [cancelationPeriod] : notice;
  const signed = { term, paidFrom: begin, waivedUntil: begin, notice: later, firstNotice: later, fees };
  return { ...own, startDate, endDate, extension: signed };
}

/**
 * Returns the idle periods of a contract as they affect a module. Only the days since the booking count, and the fees
 * of idle periods belong to the contract.
 */
export function moduleIdleTimes(
  { startDate }: Pick<ModuleContract, 'startDate'>,
  idleTimes: readonly IdleTime[],
): IdleTime[] {
  return idleTimes
    .filter(({ endDate }) => endDate === null || endDate >= startDate)
    .map((idle) => ({
      ...idle,
      startDate: idle.startDate > startDate ? idle.startDate : startDate,
      charges: [],
    }));
}

/** The life of a module contract. */
interface ModuleLife {
  readonly life: ContractLife;
  /** Whether nothing extends it beyond the end of its life. */
  readonly hasFinalEnd: boolean;
}

/**
 * Computes the life of a module contract as of a day. It follows the same rules as a contract, and ends with its
 * contract at the latest. Pure.
 *
 * @param contractEnd the last day of its contract, a calendar day; null if the contract continues until it is cancelled
 * @param idleTimes the idle periods of its contract
 */
export function moduleLife(
  booked: ModuleContract,
  contractEnd: CalendarDate | null,
  idleTimes: readonly IdleTime[],
  today: CalendarDate,
): ModuleLife {
  const idle = moduleIdleTimes(booked, idleTimes);
  const terms = moduleTermsOf(booked);
  const withContract = contractEnd === null ? null : toOwnDay(contractEnd, idle, today);
  const finalEndDate = earlier(terms.finalEndDate, withContract);
  const life = contractLife({ ...terms, finalEndDate }, idle, today);
  const keyed = (key: string) => `${PREFIX}${booked.id}/${key}`;
  return {
    hasFinalEnd: finalEndDate !== null,
    life: {
      ...life,
      claims: life.claims.map((claim) => ({ ...claim, key: keyed(claim.key) })),
      waiting: life.waiting.map(keyed),
    },
  };
}

/** Begins the keys of a module's fees. */
const PREFIX = 'module/';

/** Returns the id of the module contract whose fee has a key; null for the fees of the contract itself. */
export function moduleContractIdIn(key: string): number | null {
  return key.startsWith(PREFIX) ? Number(key.split('/')[1]) : null;
}

function earlier(one: CalendarDate | null, other: CalendarDate | null): CalendarDate | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
