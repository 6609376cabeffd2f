import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { addTerm, ageOn, type CalendarDate, dayAfter, dayBefore, todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart, type TextPart } from '../../../core/i18n/translate.js';
import { findResult, keepResult, type KeyedRequest } from '../../../core/idempotency/idempotency.js';
import { findCustomer } from '../../customers/customers.js';
import { readIdentity } from '../../customers/identity.js';
import type { Studio } from '../../studios/studios.tables.js';
import { cancelationChoice } from '../cancelations/cancelation-choice.js';
import type { CancelationReason } from '../cancelations/cancelations.js';
import { advanceContract, notifyOfModule } from '../contracts/advance.js';
import type { Cancelation } from '../contracts/contract-details.js';
import { type ContractLife, contractLife } from '../contracts/contract-life.js';
import { lastDayOf } from '../contracts/contract-parts.js';
import { type Contract, isActive } from '../contracts/contracts.js';
import { contracts } from '../contracts/contracts.tables.js';
import { lockContract, type LockedContract } from '../contracts/lock-contract.js';
import { signedTermsOf } from '../contracts/signed-terms.js';
import { type IdleTime, toCalendarDay, toOwnDay } from '../idle-periods/idle-time.js';
import { idleTimesOf } from '../idle-periods/idle-periods.js';
import type { PaymentFrequency } from '../offers/offer.js';
import { quoteModule } from '../pricing/quote.js';
import type { AdditionalModule } from './additional-module.js';
import { additionalModules, moduleContracts } from './additional-modules.tables.js';
import {
  type ModuleContract,
  moduleContractsOf,
  moduleIdleTimes,
  moduleLife,
  moduleTermsOf,
} from './module-contracts.js';

/** Results of the check of a booking, in the order in which they are checked. */
export const BOOKING_STATUSES = [
  'ADDITIONAL_MODULE_NOT_FOUND',
  'ADDITIONAL_MODULE_NOT_ONLINE_PURCHASABLE',
  'ADDITIONAL_MODULE_CONTRACT_INVALID_STATUS',
  'ADDITIONAL_MODULE_CONTRACT_ALREADY_PURCHASED',
  'ADDITIONAL_MODULE_TRIAL_PERIOD_NOT_BOOKABLE',
  'ADDITIONAL_MODULE_PURCHASABLE',
] as const;
type BookingStatus = (typeof BOOKING_STATUSES)[number];

export interface ModuleBookingRequest {
  readonly additionalModuleId: number;
  readonly paymentFrequencyId: number;
  readonly bookTrialPeriod: boolean;
}

/** A contract with everything that decides about its modules. */
export interface ModulesOfContract {
  readonly contract: Contract;
  readonly idleTimes: readonly IdleTime[];
  /** Today in the studio's time zone. */
  readonly today: CalendarDate;
  /** Modules booked onto this contract, and onto the customer's other contracts. */
  readonly booked: readonly ModuleContract[];
}

/** Returns the modules that members of a studio can book online. */
export async function onlineModules(db: Database, studio: Studio): Promise<AdditionalModule[]> {
  const rows = await db
    .select({ definition: additionalModules.definition })
    .from(additionalModules)
    .where(eq(additionalModules.studioId, studio.id))
    .orderBy(asc(additionalModules.id));
  return rows.map(({ definition }) => definition).filter(({ isActive: has, isOnline }) => has && isOnline);
}

/**
 * Loads a contract with its modules.
 *
 * @throws ApiError 404 if there is no such contract; 403 if a key may not read its customer.
 */
export async function loadModules(
  context: Pick<Context, 'clock'>,
  db: Database,
  studio: Studio,
  contractId: number,
): Promise<ModulesOfContract> {
  const [contract] = await db.select().from(contracts).where(eq(contracts.id, contractId));
  if (!contract) throw new ApiError('errormessage.contract.not.found', 'contractId', { contractId });
  const { customerId } = contract;
  await findCustomer(db, studio.id, customerId, 'contractId');
  const today = todayAt(context, studio);
  const idleTimes = await idleTimesOf(db, contractId, today);
  const all = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(eq(contracts.customerId, customerId));
  const ids = all.map(({ id }) => id);
  return { contract, idleTimes, today, booked: await moduleContractsOf(db, ids) };
}

/** Returns the modules that can be booked onto a contract today. */
export async function purchasableModules(
  db: Database,
  studio: Studio,
  ofContract: ModulesOfContract,
): Promise<AdditionalModule[]> {
  const modules = await onlineModules(db, studio);
  return modules.filter((module) => statusOf(module, false, ofContract) === 'ADDITIONAL_MODULE_PURCHASABLE');
}

/** The result of the check of a booking; what is booked if it is possible. */
type BookingCheck =
  | { readonly status: Exclude<BookingStatus, 'ADDITIONAL_MODULE_PURCHASABLE'> }
  | {
      readonly status: 'ADDITIONAL_MODULE_PURCHASABLE';
      readonly module: AdditionalModule;
      readonly paymentFrequency: PaymentFrequency;
    };

/** Checks a booking without storing anything. */
export async function checkBooking(
  db: Database,
  studio: Studio,
  ofContract: ModulesOfContract,
  { additionalModuleId, paymentFrequencyId, bookTrialPeriod }: ModuleBookingRequest,
): Promise<BookingCheck> {
  const isTheirs = and(
    eq(additionalModules.id, additionalModuleId),
    eq(additionalModules.studioId, studio.id),
  );
  const [row] = await db.select().from(additionalModules).where(isTheirs);
  const module = row?.definition;
  const paymentFrequency = module?.paymentFrequencies.find(({ id }) => id === paymentFrequencyId);
  if (!module || !paymentFrequency) return { status: 'ADDITIONAL_MODULE_NOT_FOUND' };
  const status = statusOf(module, bookTrialPeriod, ofContract);
  return status === 'ADDITIONAL_MODULE_PURCHASABLE' ? { status, module, paymentFrequency } : { status };
}

/**
 * Returns the first reason against a booking. A contract must run until it is cancelled or its term ends, and must not
 * be idle. A member can try a module once.
 */
function statusOf(
  module: AdditionalModule,
  withTrial: boolean,
  ofContract: ModulesOfContract,
): BookingStatus {
  const { contract, idleTimes, today, booked } = ofContract;
  if (!module.isActive) return 'ADDITIONAL_MODULE_NOT_FOUND';
  if (!module.isOnline) return 'ADDITIONAL_MODULE_NOT_ONLINE_PURCHASABLE';
  const isIdle = idleTimes.some(
    ({ startDate, endDate }) => startDate <= today && (endDate === null || today <= endDate),
  );
  const { startDate: start } = contract;
  const isRunning = isActive({ startDate: start, endDate: lifeOf(ofContract).endDate }, today);
  if (!isRunning || contract.finalEndDate !== null || isIdle) {
    return 'ADDITIONAL_MODULE_CONTRACT_INVALID_STATUS';
  }
  const before = booked.filter(({ moduleId }) => moduleId === module.id);
  const onThis = before.filter(({ contractId }) => contractId === contract.id);
  if (onThis.some((each) => today <= moduleEnd(each, ofContract))) {
    return 'ADDITIONAL_MODULE_CONTRACT_ALREADY_PURCHASED';
  }
  const wasTried = before.some(({ details }) => details.trialEndDate !== null);
  if (withTrial && (!module.trialPeriod || wasTried)) return 'ADDITIONAL_MODULE_TRIAL_PERIOD_NOT_BOOKABLE';
  return 'ADDITIONAL_MODULE_PURCHASABLE';
}

const REFERENCES: Readonly<Partial<Record<BookingStatus, keyof ModuleBookingRequest>>> = {
  ADDITIONAL_MODULE_NOT_FOUND: 'additionalModuleId',
  ADDITIONAL_MODULE_NOT_ONLINE_PURCHASABLE: 'additionalModuleId',
  ADDITIONAL_MODULE_CONTRACT_ALREADY_PURCHASED: 'additionalModuleId',
  ADDITIONAL_MODULE_TRIAL_PERIOD_NOT_BOOKABLE: 'bookTrialPeriod',
};

/**
 * Books a module onto a contract from today. Its fees become claims of the contract.
 *
 * @returns the id of the module contract.
 * @throws ApiError 404 or 403 like `loadModules`; 400 with the status as its code if the booking is not possible.
 */
export async function bookModule(
  context: Context,
  studio: Studio,
  contractId: number,
  request: ModuleBookingRequest,
  keyed: KeyedRequest,
): Promise<number> {
  return changeModules(context, studio, { contractId, keyed }, async (tx, locked, ofContract) => {
    const check = await checkBooking(tx, studio, ofContract, request);
    if (check.status !== 'ADDITIONAL_MODULE_PURCHASABLE') {
      throw new ApiError(check.status, REFERENCES[check.status] ?? 'contractId');
    }
    const { module, paymentFrequency } = check;
    const customer = await findCustomer(tx, studio.id, locked.contract.customerId, 'contractId');
    const dateOfBirth = readIdentity(context.keys, customer)?.dateOfBirth ?? null;
    const [booked] = await tx
      .insert(moduleContracts)
      .values({
        uuid: randomUUID(),
        contractId,
        moduleId: module.id,
        ...termsOf({
          module,
          paymentFrequency,
          trial: request.bookTrialPeriod ? module.trialPeriod : undefined,
          today: locked.today,
          dateOfBirth,
        }),
        createdAt: context.clock.now(),
      })
      .returning();
    if (!booked) throw new Error('The module contract was not inserted.');
    await settle(context, tx, locked, booked, 'CREATED');
    return booked;
  });
}

/** What the terms of a module contract depend on. */
interface Agreed {
  readonly module: AdditionalModule;
  readonly paymentFrequency: PaymentFrequency;
  /** undefined if the module begins without a trial. */
  readonly trial: AdditionalModule['trialPeriod'];
  readonly today: CalendarDate;
  /** null if not known; the price is then not adjusted for age. */
  readonly dateOfBirth: CalendarDate | null;
}

/** Returns the terms of a module as they are agreed today. */
function termsOf({ module, paymentFrequency, trial, today, dateOfBirth }: Agreed) {
  const paidFrom = trial ? addTerm(today, trial.term) : today;
  const { endDate, ...priced } = quoteModule({
    module: { ...module, paymentFrequency },
    paidFrom,
    age: dateOfBirth === null ? null : ageOn(dateOfBirth, today),
  });
  return {
    startDate: today,
    endDate,
    details: {
      module,
      paymentFrequency,
      trialEndDate: trial ? dayBefore(paidFrom) : null,
      signedEndDate: endDate,
      ...priced,
    },
  };
}

/** The days to which a module contract can be cancelled today. */
interface ModuleCancelationChoice {
  readonly dates: readonly CalendarDate[];
  /** The last day on which it can be cancelled to the earliest of them; null if it cannot be cancelled. */
  readonly lastNoticeDate: CalendarDate | null;
}

/**
 * Returns the days to which a module contract can be cancelled today: the last day of its trial, and those that its
 * notice allows. None is later than the end of its contract, which ends the module without notice.
 */
export function moduleCancelationChoice(
  booked: ModuleContract,
  ofContract: RunningContract,
): ModuleCancelationChoice {
  const { idleTimes, today } = ofContract;
  const idle = moduleIdleTimes(booked, idleTimes);
  const contractEnd = endOf(ofContract);
  const { dates, lastNoticeDate } = cancelationChoice(moduleTermsOf(booked), idle, today);
  const trialEnd = moduleTrialEnd(booked, ofContract);
  const isTrial = trialEnd !== null && today <= trialEnd && booked.finalEndDate === null;
  const possible = [...(isTrial ? [trialEnd] : []), ...dates].filter(
    (date) => contractEnd === null || date < contractEnd,
  );
  if (possible.length === 0) return { dates: [], lastNoticeDate: null };
  return { dates: possible, lastNoticeDate: isTrial ? trialEnd : lastNoticeDate };
}

/** Returns the last day of a module's trial; null without a trial. */
export function moduleTrialEnd(
  booked: ModuleContract,
  { idleTimes, today }: Pick<RunningContract, 'idleTimes' | 'today'>,
): CalendarDate | null {
  const { trialEndDate } = booked.details;
  if (trialEndDate === null) return null;
  return dayBefore(toCalendarDay(dayAfter(trialEndDate), moduleIdleTimes(booked, idleTimes), today));
}

/** What the lives of a contract and its modules depend on. */
type RunningContract = Pick<ModulesOfContract, 'contract' | 'idleTimes' | 'today'>;

function lifeOf({ contract, idleTimes, today }: RunningContract): ContractLife {
  return contractLife(signedTermsOf(contract), idleTimes, today);
}

/** Returns the last day of a contract; null if it continues until it is cancelled. */
function endOf(ofContract: RunningContract): CalendarDate | null {
  return lastDayOf(ofContract.contract, lifeOf(ofContract));
}

/** Returns the last day of a module contract that is certain so far, even if the job has not stored it yet. */
export function moduleEnd(booked: ModuleContract, ofContract: RunningContract): CalendarDate {
  const { idleTimes, today } = ofContract;
  return moduleLife(booked, endOf(ofContract), idleTimes, today).life.endDate;
}

/** Returns whether the cancellation of a module contract can be withdrawn. */
export function canBeWithdrawn(booked: ModuleContract, ofContract: RunningContract): boolean {
  return booked.cancelation !== null && ofContract.today <= moduleEnd(booked, ofContract);
}

/**
 * Finds a module contract.
 *
 * @throws ApiError 404 if the contract has none with this id.
 */
export function findModuleContract({ contract, booked }: ModulesOfContract, id: number): ModuleContract {
  const found = booked.find((each) => each.id === id && each.contractId === contract.id);
  if (found) return found;
  throw new ApiError('errormessage.membership.module.contract.not.found', 'additionalModuleContractId', {
    moduleContractId: id,
  });
}

/** Identifies a module contract. */
interface ModuleContractIds {
  readonly contractId: number;
  readonly additionalModuleContractId: number;
}

/**
 * Cancels a module contract on behalf of its member.
 *
 * @throws ApiError 404 or 403 like `loadModules`; 404 if there is no such module contract; 400 like `cancelLocked`.
 */
export async function cancelModule(
  context: Context,
  studio: Studio,
  { contractId, additionalModuleContractId }: ModuleContractIds,
  { date, reason }: { readonly date: CalendarDate; readonly reason: CancelationReason },
  keyed: KeyedRequest,
): Promise<void> {
  await changeModules(context, studio, { contractId, keyed }, async (tx, locked, ofContract) => {
    const booked = findModuleContract(ofContract, additionalModuleContractId);
    const request = { cancelationDate: date, reason: reason.name, origin: 'CUSTOMER' } as const;
    await cancelLocked(context, tx, locked, booked, request);
    return booked;
  });
}

interface ModuleCancelationRequest extends Pick<Cancelation, 'origin' | 'reason'> {
  /** The last day of the module; defaults to the earliest possible one. */
  readonly cancelationDate?: CalendarDate;
}

/**
 * Cancels a module contract whose contract is locked. Members can choose one of the days that the notice allows; the
 * studio can choose any day from today before the end of the contract. Claims that would fall due later are dropped
 * unless they are paid.
 *
 * @returns the last day.
 * @throws ApiError 400 if the module contract is already cancelled or the day is not possible.
 */
export async function cancelLocked(
  context: Context,
  tx: Database,
  locked: LockedContract,
  booked: ModuleContract,
  { cancelationDate, ...by }: ModuleCancelationRequest,
): Promise<CalendarDate> {
  const { today, idleTimes } = locked;
  if (booked.cancelation) throw refuse('additionalModuleContractId', textPart('problem.cancelation.done'));
  const { dates } = moduleCancelationChoice(booked, locked);
  const date = cancelationDate ?? dates[0];
  const contractEnd = endOf(locked);
  const canStudioEnd = (day: CalendarDate) =>
    today <= moduleEnd(booked, locked) && today <= day && (contractEnd === null || day < contractEnd);
  const isAllowed =
    date !== undefined && (dates.includes(date) || (by.origin === 'STUDIO' && canStudioEnd(date)));
  if (!isAllowed) {
    const given = { given: date ?? '–', allowed: dates.join(', ') || '–' };
    throw refuse('cancelationDate', textPart('problem.given.unknown', given));
  }
  const cancelation: Cancelation = { status: 'CANCELED', receivedOn: today, date, ...by };
  const finalEndDate = toOwnDay(date, moduleIdleTimes(booked, idleTimes), today);
  await settle(context, tx, locked, { ...booked, cancelation, finalEndDate }, 'CANCELLED');
  return date;
}

/**
 * Withdraws the cancellation of a module contract on behalf of its member.
 *
 * @throws ApiError 404 or 403 like `loadModules`; 404 if there is no such module contract; 400 like `continueLocked`.
 */
export async function withdrawModuleCancelation(
  context: Context,
  studio: Studio,
  { contractId, additionalModuleContractId }: ModuleContractIds,
  keyed: KeyedRequest,
): Promise<void> {
  await changeModules(context, studio, { contractId, keyed }, async (tx, locked, ofContract) => {
    const booked = findModuleContract(ofContract, additionalModuleContractId);
    await continueLocked(context, tx, locked, booked);
    return booked;
  });
}

/**
 * Withdraws the cancellation of a module contract whose contract is locked. The module is then extended again by its
 * own rules.
 *
 * @throws ApiError 400 if the module contract is not cancelled or has ended.
 */
export async function continueLocked(
  context: Context,
  tx: Database,
  locked: LockedContract,
  booked: ModuleContract,
): Promise<void> {
  if (!canBeWithdrawn(booked, locked)) {
    throw refuse('additionalModuleContractId', textPart('problem.cancelation.none'));
  }
  await settle(context, tx, locked, { ...booked, cancelation: null, finalEndDate: null }, 'UPDATED');
}

function refuse(reference: string, problem: TextPart): ApiError {
  return new ApiError('errormessage.membership.cancelation.not.possible', reference, { problem });
}

/**
 * Changes a module contract in its current state under the lock that guards the contract and its claims, once per
 * idempotency key.
 *
 * @returns the id of the module contract.
 */
async function changeModules(
  context: Context,
  studio: Studio,
  { contractId, keyed }: { readonly contractId: number; readonly keyed: KeyedRequest },
  change: (
    tx: Database,
    locked: LockedContract,
    ofContract: ModulesOfContract,
  ) => Promise<Pick<ModuleContract, 'id' | 'uuid'>>,
): Promise<number> {
  // The same checks as under the lock, so that no lock is taken for a contract of another studio.
  await loadModules(context, context.db, studio, contractId);
  return context.db.transaction(async (tx) => {
    const locked = await lockContract(context, tx, contractId);
    const ofContract = await loadModules(context, tx, studio, contractId);
    const made = await findResult(context, tx, keyed);
    const earlier = ofContract.booked.find(({ uuid }) => uuid === made);
    if (earlier) return earlier.id;
    const { id, uuid } = await change(tx, locked, ofContract);
    await keepResult(context, tx, keyed, uuid);
    return id;
  });
}

/** Stores a changed module contract with its end, advances its contract and notifies partners. */
async function settle(
  context: Context,
  tx: Database,
  locked: LockedContract,
  booked: ModuleContract,
  event: 'CREATED' | 'UPDATED' | 'CANCELLED',
): Promise<void> {
  const { id, cancelation, finalEndDate } = booked;
  const endDate = moduleEnd(booked, locked);
  await tx
    .update(moduleContracts)
    .set({ cancelation, finalEndDate, endDate })
    .where(eq(moduleContracts.id, id));
  await notifyOfModule(context, tx, locked, { type: `CONTRACT_ADDITIONAL_MODULE_${event}`, id });
  await advanceContract(context, tx, locked.contract.id, true);
}
