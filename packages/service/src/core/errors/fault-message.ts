import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * The message of a fault, for logs and terminals. That of a failed query holds its parameters, which may be personal data,
 * so only the first line of the database's own message is taken; later ones may quote rows.
 */
export function faultMessage(fault: Error): string {
  if (!(fault instanceof DrizzleQueryError)) return fault.message;
  return fault.cause?.message.split('\n')[0] ?? 'A query failed.';
}

/** Letters of a caller's text that an answer or an event repeats at most. */
const LONGEST = 120;

/** A caller's text in a form that may be repeated: of bounded length, without characters that no database can hold. */
export function clip(text: string): string {
  const shown = text.slice(0, LONGEST).replaceAll(/[\p{Surrogate}\u0000]/gu, '\ufffd');
  return text.length > LONGEST ? `${shown}…` : shown;
}
