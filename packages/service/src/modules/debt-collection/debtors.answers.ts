import type { Static } from 'typebox';
import { calendarDateIn, type Term } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { fromMinorUnits } from '../../core/money.js';
import { readIdentity } from '../customers/identity.js';
import { type Contract, signedTerm } from '../memberships/contracts/contracts.js';
import type { Studio } from '../studios/studios.tables.js';
import { effectiveTotals, openAmount } from './amounts.js';
import type { CollectionDebt } from './cases.js';
import type { Debtor } from './debt-collection.schema.js';
import type { DebtorFile } from './debtor-files.js';

/** The known parts of an address. */
interface AddressParts {
  readonly street?: string | undefined;
  readonly houseNumber?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  /** ISO 3166-1 alpha-2 */
  readonly countryCode?: string | undefined;
}

interface Address {
  addressLine1?: string;
  addressLine2?: string;
  addressLine3?: string;
  region?: string;
  countryCode?: string;
  country?: string;
  addressData?: { street?: string; houseNumber?: string };
}

/** Converts an address to the Open API's format: in parts, and as lines to print. */
export function toAddress(
  { street, houseNumber, postalCode, city, region, countryCode }: AddressParts,
  language: string,
): Address {
  const lines = [
    [street, houseNumber],
    [postalCode, city],
  ].map((parts) => parts.filter(Boolean).join(' '));
  const country = countryCode && new Intl.DisplayNames([language], { type: 'region' }).of(countryCode);
  return {
    ...(lines[0] && { addressLine1: lines[0] }),
    ...(lines[1] && { addressLine2: lines[1] }),
    ...(country && { addressLine3: country, country }),
    ...(region && { region }),
    ...(countryCode && { countryCode }),
    ...(street && { addressData: { street, ...(houseNumber && { houseNumber }) } }),
  };
}

type DebtAnswer = Static<typeof Debtor>['collectionCases'][number]['debt'][number];

/** Converts a debt, with the amount that was handed over. */
export function toDebt(
  { id, claim, originalAmount, block }: CollectionDebt,
  contracts: readonly Contract[],
  currency: string,
): DebtAnswer {
  const contract = contracts.find((one) => one.id === claim.contractId);
  return {
    debtId: id,
    debtDate: claim.dueDate,
    amount: fromMinorUnits(originalAmount, currency),
    currency,
    type: claim.contractId === null ? 'DEBT_CLAIM' : 'PRINCIPAL_CLAIM',
    designation: claim.description,
    recurrence: recurrenceOf(contract),
    ...(contract && { contractStartDate: contract.startDate }),
    ...(claim.contractId !== null && { contractId: claim.contractId }),
    ...(block && { block }),
  };
}

/** Returns the recurrence of a contract's claims; a claim without a contract is due once. */
function recurrenceOf(contract: Contract | undefined): DebtAnswer['recurrence'] {
  const frequency = contract && signedTerm(contract).paymentFrequency;
  if (frequency?.type !== 'RECURRING') return { period: 'ONCE' };
  return { period: frequency.term.unit, frequency: frequency.term.value };
}

/** Converts a debtor with the cases of a run. */
export function toDebtor(
  { keys }: Pick<Context, 'keys'>,
  studio: Studio,
  { customer, contracts, cases, block }: DebtorFile,
  language: string,
): Static<typeof Debtor> {
  const { id, firstName, lastName, profile } = customer;
  const identity = readIdentity(keys, customer);
  const identificationNumber = identity?.taxId ?? identity?.documentIdentification?.documentNumber;
  return {
    debtorId: String(id),
    membershipNr: String(id),
    firstName,
    lastName,
    sex: profile?.gender ?? 'UNISEX',
    city: profile?.city ?? '',
    ...(identificationNumber !== undefined && { identificationNumber }),
    ...(identity && { birthdate: identity.dateOfBirth }),
    ...(profile?.secondLastName !== undefined && { secondLastName: profile.secondLastName }),
    ...(profile && { postalCode: profile.zipCode }),
    ...toAddress(
      {
        street: profile?.street,
        houseNumber: profile?.houseNumber,
        postalCode: profile?.zipCode,
        city: profile?.city,
        region: profile?.province,
        countryCode: profile?.countryCode,
      },
      language,
    ),
    contactDetails: contactsOf(profile),
    contractDetails: contracts.map((contract) => toContract(contract, studio.timeZone)),
    collectionCases: cases.map((one) => ({
      collectionCaseId: one.id,
      openAmount: fromMinorUnits(
        one.debts.reduce((sum, debt) => sum + openAmount(effectiveTotals(debt, one.isDerecognized)), 0),
        studio.currency,
      ),
      debt: one.debts.map((debt) => toDebt(debt, contracts, studio.currency)),
    })),
    ...(block && { block }),
  };
}

type Contact = Static<typeof Debtor>['contactDetails'][number];

function contactsOf(profile: DebtorFile['customer']['profile']): Contact[] {
  const { email, phoneNumberPrivate, phoneNumberMobile } = profile ?? {};
  const contacts = { EMAIL: email, TEL_PRIVATE: phoneNumberPrivate, TEL_PRIVATE_MOBILE: phoneNumberMobile };
  return Object.entries(contacts).flatMap(([type, value]) =>
    value ? [{ type: type as Contact['type'], value }] : [],
  );
}

function toContract(contract: Contract, timeZone: string): Static<typeof Debtor>['contractDetails'][number] {
  const { id, startDate, endDate, createdAt, details } = contract;
  const { extension, cancelationPeriod, term } = signedTerm(contract);
  return {
    id,
    rateName: details.offer.name,
    startDate,
    endDate,
    createdDate: calendarDateIn(createdAt, timeZone),
    cancelled: false,
    contractPeriod: toPeriod(term),
    ...(extension.type !== 'NONE' && { extensionPeriod: toPeriod(extension.term) }),
    ...(cancelationPeriod && { cancellationPeriod: toPeriod(cancelationPeriod) }),
  };
}

function toPeriod({ value, unit }: Term) {
  return { period: unit, frequency: value };
}
