import { validateIBAN } from 'ibantools';
import type { Schemas } from '@upc/contract/gateway';
import { StaffError } from '../errors/staff-error.js';

/**
 * Lets the account pass that payers are told: a wrong digit would send their money to somebody else.
 *
 * @throws StaffError when it cannot be an account; it never repeats what was given.
 */
export function requireTransferAccount(account: Schemas['TransferAccount']): void {
  const { iban, accountNumber, bankLocationId } = account;
  if (iban !== undefined && !validateIBAN(iban).valid) {
    throw new StaffError('transferAccount.iban has a wrong length or wrong check digits.');
  }
  const isNational = accountNumber !== undefined && bankLocationId !== undefined;
  if ((iban !== undefined) === isNational || (iban !== undefined && accountNumber !== undefined)) {
    throw new StaffError('transferAccount needs iban, or accountNumber and bankLocationId; not both.');
  }
}
