import { addBankDays, addDays, bankDayFrom, isBankDay, type BankCalendar, type Day } from './bank-days.js';
import { faultOf, type Fault, type Knowledge } from './bank-format.js';

/** When a bank executes debits. */
export interface ExecutionRules {
  readonly calendar: BankCalendar;
  /** Time at the bank (HH:MM) after which a file counts as received on the next bank day. */
  readonly cutOff: string;
  /** Calendar days ahead until which the bank takes debits. */
  readonly mostDaysAhead: number;
}

/** Returns why the bank cannot execute debits on a day. The first possible one is the bank day after the file's. */
export function executionFault(
  executionOn: Day,
  { receivedOn, receivedAt }: Pick<Knowledge<unknown>, 'receivedOn' | 'receivedAt'>,
  { calendar, cutOff, mostDaysAhead }: ExecutionRules,
): Fault | null {
  if (!isBankDay(calendar, executionOn)) {
    return faultOf('DT01', `${executionOn} is not a bank day (${calendar}).`);
  }
  const isLate = isBankDay(calendar, receivedOn) && receivedAt >= cutOff;
  const counted = isLate ? addBankDays(calendar, receivedOn, 1) : bankDayFrom(calendar, receivedOn);
  const first = addBankDays(calendar, counted, 1);
  if (executionOn < first) return faultOf('DT01', `The first possible day is ${first}, not ${executionOn}.`);
  const last = addDays(receivedOn, mostDaysAhead);
  if (executionOn > last) return faultOf('DT01', `The last possible day is ${last}, not ${executionOn}.`);
  return null;
}
