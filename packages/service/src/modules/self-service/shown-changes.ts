import type { Context } from '../../core/context.js';
import { maskIban } from '../payments/bank-details/iban.js';
import { type Amendment, changesOf } from './amendments.js';

/** Returns the values that an open amendment requests, by field, as staff see them. The account number is masked. */
export function shownChanges(keys: Context['keys'], amendment: Amendment): [string, string][] {
  const { kind } = amendment;
  const changes = changesOf(keys, amendment, kind);
  if (!('iban' in changes)) return Object.entries<string>({ ...changes });
  const { accountHolder, bankName, iban, bic } = changes;
  return Object.entries({ accountHolder, bankName, iban: maskIban(iban), bic });
}
