import { claimsAgainstPayments, creditAgainstDue, methodsAsUsed, salesAgainstContracts } from './accounts.js';
import { debitsAgainstAccounts, debitsAgainstBank, debitsAgainstPreNotes } from './bank.js';
import type { Books } from './books.js';
import { ledgerAgainstUsages, oneUsagePerSession, usagesAgainstBooks } from './charges.js';
import { debitsAgainstQueue } from './returns.js';
import { contradictions, unfinished } from './ends.js';
import type { Finding } from './finding.js';

/** Compares the provider's books with ours. @returns an empty list if they agree and everything has ended. */
export function reconcile(books: Books): Finding[] {
  return [
    usagesAgainstBooks,
    oneUsagePerSession,
    ledgerAgainstUsages,
    claimsAgainstPayments,
    creditAgainstDue,
    salesAgainstContracts,
    methodsAsUsed,
    debitsAgainstQueue,
    debitsAgainstBank,
    debitsAgainstAccounts,
    debitsAgainstPreNotes,
    contradictions,
    unfinished,
  ].flatMap((rule) => [...rule(books)]);
}
