import type { Static } from 'typebox';
import type { Context, Studio } from '../../../context.js';
import { readIdentity } from '../../../customers/identity.js';
import type { DebtorFile } from '../../../debt-collection/debtor-files.js';
import { effectiveTotals, openAmount } from '../../../debt-collection/rules/amounts.js';
import { calendarDateIn, type Term } from '../../../domain/calendar.js';
import { fromMinorUnits } from '../../../domain/money.js';
import { signedTerm, type Contract } from '../../../memberships/contracts.js';
import type { Debtor } from '../debt-schemas.js';
import { toAddress } from './address.js';
import { toDebt } from './debt.js';

/** A debtor with the cases of a run. */
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
