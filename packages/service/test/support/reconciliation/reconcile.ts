import { claimsAgainstPayments, creditAgainstDue, methodsAsUsed, salesAgainstContracts } from './accounts.js';
import type { Books } from './books.js';
import { ledgerAgainstUsages, oneUsagePerSession, usagesAgainstBooks } from './charges.js';
import { debitsAgainstQueue } from './returns.js';
import { contradictions, unfinished } from './ends.js';
import type { Finding } from './finding.js';

/** Lays the provider's books and ours side by side. @returns nothing, when they agree and everything has ended. */
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
    contradictions,
    unfinished,
  ].flatMap((rule) => [...rule(books)]);
}
