import type { BankRow, LedgerRow } from '@upc/contract/simulator-api';
import { BankCustomer } from '../bank-files/bank-customer.js';
import { isBankEvent } from '../bank-files/bank-events.js';
import type { Account, Entry, Instrument, LedgerEvent, IdempotentRequest } from './events.js';
import { moneyOf, reduceIntent, statusOf, type Intent } from './intent.js';
import { Journal } from './journal.js';

/** Response to a request: the intent as it was then. */
export interface Answered {
  readonly hash: string;
  readonly at: string;
  readonly intent: Intent;
}

/** Holds the provider's books: the journal and the state that follows from it. */
export class Ledger {
  readonly #journal: Journal;
  readonly #accounts = new Map<string, Account>();
  readonly #intents = new Map<string, Intent>();
  readonly #instruments = new Map<string, { instrument: Instrument; intent: string }>();
  readonly #detached = new Set<string>();
  readonly #challenges = new Map<string, string>();
  readonly #answers = new Map<string, Answered>();
  readonly #bankCustomers = new Map<string, BankCustomer>();

  /** @param folder folder of the journal; created if it does not exist */
  constructor(folder: string) {
    const { journal, entries } = Journal.open(folder);
    this.#journal = journal;
    for (const entry of entries) this.#apply(entry);
  }

  account(publicKey: string): Account | undefined {
    return this.#accounts.get(publicKey);
  }

  accounts(): readonly Account[] {
    return [...this.#accounts.values()];
  }

  /** Returns a studio as a customer of the simulated banks, which it is as soon as it is asked for. */
  bankCustomer(publicKey: string): BankCustomer {
    const found = this.#bankCustomers.get(publicKey);
    if (found !== undefined) return found;
    const opened = new BankCustomer(publicKey);
    this.#bankCustomers.set(publicKey, opened);
    return opened;
  }

  intent(id: string): Intent | undefined {
    return this.#intents.get(id);
  }

  /** Returns an instrument with the intent that collected it. */
  instrument(id: string): { instrument: Instrument; intent: Intent } | undefined {
    const found = this.#instruments.get(id);
    const intent = found && this.#intents.get(found.intent);
    return found && intent && { instrument: found.instrument, intent };
  }

  /** Returns whether an instrument can no longer be charged. */
  isDetached(instrument: string): boolean {
    return this.#detached.has(instrument);
  }

  intentOfChallenge(id: string): Intent | undefined {
    const intent = this.#challenges.get(id);
    return intent === undefined ? undefined : this.#intents.get(intent);
  }

  answered(scope: string, key: string): Answered | undefined {
    return this.#answers.get(`${scope}\n${key}`);
  }

  /**
   * Writes an entry to the journal and then applies it.
   *
   * @throws Error when it cannot be written; it is not applied then
   */
  record(entry: Entry): void {
    this.#journal.append(entry);
    this.#apply(entry);
  }

  /**
   * Lists the money movements of the intents.
   *
   * @param account public key; all accounts if absent
   */
  rows(now: Date, account?: string): LedgerRow[] {
    return [...this.#intents.values()]
      .filter((intent) => account === undefined || intent.account === account)
      .map((intent) => ({
        intent: intent.id,
        account: intent.account,
        customer: intent.customer,
        mode: intent.mode,
        paymentMethod: intent.paymentMethod,
        status: statusOf(intent, now),
        currency: intent.currency,
        amount: intent.amount,
        ...moneyOf(intent, now),
        statementText: intent.statementText,
        createdAt: intent.createdAt,
      }));
  }

  /**
   * Lists the debits that the studios' banks have accepted.
   *
   * @param account public key; all accounts if absent
   */
  bankRows(account?: string): BankRow[] {
    return [...this.#bankCustomers]
      .filter(([publicKey]) => account === undefined || publicKey === account)
      .flatMap(([publicKey, bank]) => bank.debits().map((row) => ({ account: publicKey, ...row })));
  }

  close(): void {
    this.#journal.close();
  }

  #apply(entry: Entry): void {
    for (const event of entry.events) this.#applyEvent(event, entry.at);
    if (entry.request !== undefined) this.#remember(entry, entry.request);
  }

  #applyEvent(event: LedgerEvent, at: string): void {
    if (event.type === 'account.registered') {
      this.#accounts.set(event.account.publicKey, event.account);
      return;
    }
    if (event.type === 'instrument.detached') {
      this.#detached.add(event.instrument);
      return;
    }
    if (isBankEvent(event)) {
      this.bankCustomer(event.account).apply(event, at);
      return;
    }
    const intent = reduceIntent(this.#intents.get(event.intent), event, at);
    this.#intents.set(intent.id, intent);
    if (event.type === 'intent.challenged') this.#challenges.set(event.challenge.id, intent.id);
    // The first intent that names an instrument is the one that collected it; later ones only charge it.
    const { instrument } = intent;
    if (instrument !== undefined && !this.#instruments.has(instrument.id)) {
      this.#instruments.set(instrument.id, { instrument, intent: intent.id });
    }
  }

  #remember(entry: Entry, { scope, key, hash }: IdempotentRequest): void {
    const event = entry.events.find((one) => 'intent' in one);
    const intent = event && this.#intents.get(event.intent);
    if (intent !== undefined) this.#answers.set(`${scope}\n${key}`, { hash, at: entry.at, intent });
  }
}
