import type { CollectionOutcome } from '../../bank/test-data.js';
import {
  faultOf,
  type BatchDecision,
  type DebitDecision,
  type Decision,
  type Fault,
  type Knowledge,
} from '../bank-format.js';
import { executionFault, type ExecutionRules } from '../execution-days.js';
import {
  decimal,
  type Collection,
  type Dialect,
  type IsoBatch,
  type IsoDebit,
  type SequenceType,
  type Totals,
} from './read-collection.js';

/** What a bank remembers of the files with an account that it accepted at least partly. */
export interface IsoMemory {
  /** Identifier of the creditor; null before the first file. */
  identifier: string | null;
  readonly messages: Set<string>;
  readonly batches: Set<string>;
  /** Sequence type of the last accepted debit by mandate reference. */
  readonly mandates: Map<string, SequenceType | null>;
}

export const newMemory = (): IsoMemory => ({
  identifier: null,
  messages: new Set(),
  batches: new Set(),
  mandates: new Map(),
});

/** Rules of the banks of a clearing system about the debits that they take. */
export interface SchemeRules extends Dialect, ExecutionRules {
  readonly name: string;
  readonly timeZone: string;
  readonly currency: 'EUR' | 'CHF';
  /** Sub-families of the ISO bank transaction codes: of issued debits, and of returned ones. */
  readonly transactionCodes: { readonly debit: string; readonly returned: string };
  /** Whether the entry of a return is marked as a reversal. */
  readonly marksReversals: boolean;

  /** Returns what is wrong with the creditor. */
  creditorFault(batch: IsoBatch, known: Known): Fault | null;
  /** Returns what is wrong with a debit; `earlier` is the sequence type of the last debit under the same mandate. */
  debitFault(
    debit: IsoDebit,
    batch: IsoBatch,
    known: Known,
    earlier: SequenceType | null | undefined,
  ): Fault | null;
  outcome(debit: IsoDebit, batch: IsoBatch): CollectionOutcome;
}

export type Known = Knowledge<IsoMemory>;

/** Decides on a file that follows the schema. */
export function examineCollection(
  collection: Collection,
  known: Known,
  rules: SchemeRules,
): Decision<Collection> {
  const fault = fileFault(collection, known);
  if (fault !== null) return { fault, batches: [] };
  const mandates = new Map(known.memory.mandates);
  const ids = new Set(known.memory.batches);
  const batches = collection.batches.map((batch): BatchDecision<Collection> => {
    const refused = ids.has(batch.id)
      ? faultOf('AM05', 'The bank has had a batch with this PmtInfId.')
      : batchFault(batch, known, rules);
    ids.add(batch.id);
    if (refused !== null) return { batch, fault: refused, debits: [] };
    return {
      batch,
      fault: null,
      debits: batch.debits.map((debit) => decide(debit, batch, mandates, known, rules)),
    };
  });
  return { fault: null, batches };
}

/** Remembers an accepted file. */
export function remember(
  memory: IsoMemory,
  { messageId }: Collection,
  accepted: readonly BatchDecision<Collection>[],
): void {
  memory.messages.add(messageId);
  for (const { batch, debits } of accepted) {
    memory.identifier ??= batch.creditor.identifier;
    memory.batches.add(batch.id);
    for (const { debit } of debits) {
      if (debit.mandate !== null) memory.mandates.set(debit.mandate.reference, batch.sequenceType);
    }
  }
}

function fileFault(collection: Collection, { memory }: Known): Fault | null {
  const { account, batches, messageId } = collection;
  if (memory.messages.has(messageId)) return faultOf('AM05', 'The bank has had a file with this MsgId.');
  if (batches.some(({ creditor }) => creditor.iban !== account)) {
    return faultOf('AC01', 'All batches of a file must be for the same creditor account.');
  }
  return totalsFault(
    collection,
    batches.flatMap((batch) => batch.debits),
  );
}

function totalsFault(given: Totals, debits: readonly IsoDebit[]): Fault | null {
  const total = debits.reduce((sum, { amount }) => sum + amount, 0);
  if (given.count !== null && given.count !== debits.length) {
    return faultOf('AM10', `NbOfTxs is ${given.count}, but there are ${debits.length} debits.`);
  }
  if (given.total !== null && given.total !== total) {
    return faultOf('AM10', `CtrlSum is ${decimal(given.total)}, but the debits add up to ${decimal(total)}.`);
  }
  return null;
}

function batchFault(batch: IsoBatch, known: Known, rules: SchemeRules): Fault | null {
  const { identifier } = known.memory;
  return (
    rules.creditorFault(batch, known) ??
    (identifier !== null && identifier !== batch.creditor.identifier
      ? faultOf('BE05', 'The creditor identifier is not that of the account.')
      : null) ??
    totalsFault(batch, batch.debits) ??
    executionFault(batch.executionOn, known, rules)
  );
}

function decide(
  debit: IsoDebit,
  batch: IsoBatch,
  mandates: Map<string, SequenceType | null>,
  known: Known,
  rules: SchemeRules,
): DebitDecision<Collection> {
  const outcome = rules.outcome(debit, batch);
  const earlier = debit.mandate ? mandates.get(debit.mandate.reference) : undefined;
  const fault =
    currencyFault(debit, rules) ??
    rules.debitFault(debit, batch, known, earlier) ??
    (outcome.kind === 'REFUSED' ? faultOf(outcome.reason, 'The bank of the payer refuses the debit.') : null);
  if (fault === null && debit.mandate !== null) mandates.set(debit.mandate.reference, batch.sequenceType);
  return { debit, fault, outcome };
}

const currencyFault = (debit: IsoDebit, { currency }: SchemeRules): Fault | null =>
  debit.currency === currency
    ? null
    : faultOf('AM03', `The currency must be ${currency}, not ${debit.currency}.`);
