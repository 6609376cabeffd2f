import type { BankFormat } from '../bank-format.js';
import { accountReports } from './account-reports.js';
import {
  examineCollection,
  newMemory,
  remember,
  type IsoMemory,
  type SchemeRules,
} from './examine-collection.js';
import { readCollection, type Collection } from './read-collection.js';
import { statusReport } from './status-report.js';

/** Makes a bank that takes files of direct debits (pain.008), answers with pain.002, and reports with camt.053 and 054. */
export const isoFormat = (rules: SchemeRules): BankFormat<Collection, IsoMemory> => ({
  name: rules.name,
  calendar: rules.calendar,
  timeZone: rules.timeZone,
  newMemory,
  read: (content) => readCollection(content, rules),
  examine: (collection, known) => examineCollection(collection, known, rules),
  remember,
  statusReport: (examined, head) => statusReport(examined, head, rules),
  accountReports: (day) => accountReports(day, rules),
});
