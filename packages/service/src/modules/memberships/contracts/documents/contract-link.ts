import type { Context } from '../../../../core/context.js';
import { secondsLeft, signedQuery, type SignedQuery } from '../../../../core/secrets/signed-query.js';

/** Lifetime of a contract link (fields-2, Links). */
const LINK_SECONDS = 15 * 60;

/** `offered`: the contract of an offer before signing. `signed`: a signed contract. */
export const CONTRACT_KINDS = ['offered', 'signed'] as const;

export interface NamedContract {
  readonly kind: (typeof CONTRACT_KINDS)[number];
  /** The offer's id or the contract's id. */
  readonly id: number;
  /** Language of the document's texts. */
  readonly language: string;
}

/** Returns a link that opens one contract's document in one language for 15 minutes. It contains no personal data. */
export function contractLink(
  { keys, clock, publicUrl }: Pick<Context, 'keys' | 'clock' | 'publicUrl'>,
  contract: NamedContract,
): string {
  const { kind, id, language } = contract;
  const query = signedQuery(keys, named(contract), clock.now(), LINK_SECONDS);
  return new URL(`/contracts/${kind}/${id}.pdf?language=${language}&${query}`, publicUrl()).href;
}

/** Returns whether a link was made by `contractLink` and has not expired. */
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
