import type { Context } from '../../context.js';

/** How long an address of a contract is good (fields 2, Links). */
const LINK_MINUTES = 15;

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
  named: NamedContract,
): string {
  const expires = Math.floor(clock.now().getTime() / 1000) + LINK_MINUTES * 60;
  const url = new URL(`/contracts/${named.kind}/${named.id}.pdf`, publicUrl());
  url.searchParams.set('language', named.language);
  url.searchParams.set('expires', String(expires));
  url.searchParams.set('signature', keys.sign(signedText(named, expires)));
  return url.href;
}

/** Whether an address was made by `contractLink`, and its time is not over. */
export function isOpenContractLink(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  named: NamedContract,
  { expires, signature }: { readonly expires: number; readonly signature: string },
): boolean {
  return keys.isSigned(signedText(named, expires), signature) && clock.now().getTime() / 1000 < expires;
}

function signedText({ kind, id, language }: NamedContract, expires: number): string {
  return `contract ${kind} ${id} in ${language} until ${expires}`;
}
