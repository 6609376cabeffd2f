import type { Static } from 'typebox';
import { fromMinorUnits } from '../../core/money.js';
import type { Studio } from '../studios/studios.tables.js';
import { effectiveTotals } from './amounts.js';
import type { CollectionCase } from './cases.js';
import type { Client, DebtorCases } from './debt-collection.schema.js';
import type { Block, Closure } from './debt-collection.stored.js';
import { toAddress } from './debtors.answers.js';
import { debtorIdOf } from './debtors.js';

type Answer = Static<typeof DebtorCases>;

/**
 * Converts the cases of a debtor, grouped as the partner has grouped them. Cases without an id from the partner stand
 * alone.
 */
export function toDebtorCases(
  { customerId, block }: { readonly customerId: number; readonly block: Block | null },
  cases: readonly CollectionCase[],
  currency: string,
): Answer {
  const gathered = new Map<string, CollectionCase[]>();
  for (const one of cases) {
    const name = one.agencyCaseId === null ? `collection case ${one.id}` : `agency case ${one.agencyCaseId}`;
    gathered.set(name, [...(gathered.get(name) ?? []), one]);
  }
  return {
    debtorId: debtorIdOf(customerId),
    agencyCollectionCases: [...gathered.values()].map((group) => toCase(group, currency)),
    ...(block && { block }),
  };
}

function toCase(group: readonly CollectionCase[], currency: string): Answer['agencyCollectionCases'][number] {
  const latest = group.at(-1);
  const { agencyCaseId = null, publicCaseId = null, block = null } = latest ?? {};
  // A group is closed once all of its cases are; the closure of the last case applies.
  const closure = group.every((one) => one.closure !== null) ? latest?.closure : null;
  return {
    agencyCollectionCaseId: agencyCaseId ?? latest?.id ?? '',
    ...(publicCaseId !== null && { publicCollectionCaseId: publicCaseId }),
    collectionCaseIds: group.map(({ id }) => id),
    ...(closure && { closure: toClosure(closure) }),
    ...(block && { block }),
    debts: group.flatMap(({ debts, isDerecognized }) =>
      debts.map((debt) => {
        const { originalAmount, paidAmount, reducedAmount, writeOffAmount } = effectiveTotals(
          debt,
          isDerecognized,
        );
        const decimal = (minor: number) => fromMinorUnits(minor, currency);
        return {
          debtId: debt.id,
          originalAmount: decimal(originalAmount),
          paidAmount: decimal(paidAmount),
          reducedAmount: decimal(reducedAmount),
          writeOffAmount: decimal(writeOffAmount),
          canceledAmount: decimal(debt.canceledAmount ?? 0),
          currency,
          ...(debt.block && { block: debt.block }),
        };
      }),
    ),
  };
}

function toClosure({ options, ...closure }: Closure) {
  return { ...closure, ...(options && { options: [...options] }) };
}

/** Converts a studio to the client of a collection partner. */
export function toClient({ creditor }: Studio, language: string): Static<typeof Client> {
  const { name, address, email, phone } = creditor;
  const { line1, postalCode, city, state, country } = address;
  return {
    name1: name,
    preTaxAttribute: true,
    postalCode,
    city,
    ...toAddress({ street: line1, postalCode, city, region: state, countryCode: country }, language),
    contactDetails: [
      ...(email ? [{ type: 'EMAIL' as const, value: email }] : []),
      ...(phone ? [{ type: 'TEL_BUSINESS' as const, value: phone }] : []),
    ],
  };
}
