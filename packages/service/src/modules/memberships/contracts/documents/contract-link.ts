import type { Context } from '../../../../core/context.js';
import { secondsLeft, signedQuery, type SignedQuery } from '../../../../core/secrets/signed-query.js';

/** Lifetime of the address of a contract (fields 2, Links). */
const LINK_SECONDS = 15 * 60;

/** offered: the contract of an offer before anybody signs. signed: one that was made. */
export const CONTRACT_KINDS = ['offered', 'signed'] as const;

export interface NamedContract {
  readonly kind: (typeof CONTRACT_KINDS)[number];
  /** Of the offer, or of the contract. */
  readonly id: number;
  /** Of the document's texts. */
  readonly language: string;
}

/** An address that opens the document of one contract in one language, and no other, for 15 minutes. No personal data. */
export function contractLink(
  { keys, clock, publicUrl }: Pick<Context, 'keys' | 'clock' | 'publicUrl'>,
  contract: NamedContract,
): string {
  const { kind, id, language } = contract;
  const query = signedQuery(keys, named(contract), clock.now(), LINK_SECONDS);
  return new URL(`/contracts/${kind}/${id}.pdf?language=${language}&${query}`, publicUrl()).href;
}

/** Whether an address was made by `contractLink`, and its time is not over. */
export function isOpenContractLink(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  contract: NamedContract,
  given: SignedQuery,
): boolean {
  return secondsLeft(keys, named(contract), given, clock.now()) > 0;
}

function named({ kind, id, language }: NamedContract): string {
  return `contract ${kind} ${id} in ${language}`;
}
