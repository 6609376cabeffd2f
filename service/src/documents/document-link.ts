import type { Context } from '../context.js';

/** How long an address of a document is good (details, Freeze). */
const LINK_MINUTES = 15;

/** An address that opens one document, and no other, for 15 minutes. */
export function documentLink(
  { keys, clock, publicUrl }: Pick<Context, 'keys' | 'clock' | 'publicUrl'>,
  id: number,
): string {
  const expires = Math.floor(clock.now().getTime() / 1000) + LINK_MINUTES * 60;
  const url = new URL(`/documents/${id}`, publicUrl());
  url.searchParams.set('expires', String(expires));
  url.searchParams.set('signature', keys.sign(signedText(id, expires)));
  return url.href;
}

/** Whether an address was made by `documentLink`, and its time is not over. */
export function isOpenLink(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  id: number,
  { expires, signature }: { readonly expires: number; readonly signature: string },
): boolean {
  return keys.isSigned(signedText(id, expires), signature) && clock.now().getTime() / 1000 < expires;
}

function signedText(id: number, expires: number): string {
  return `document ${id} until ${expires}`;
}
