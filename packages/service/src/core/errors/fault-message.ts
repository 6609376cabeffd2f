import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * Returns the message of a fault for logs and terminals. The message of a failed query contains its parameters, which
 * may be personal data, so this uses only the first line of the database's own message; later lines may quote rows.
 */
export function faultMessage(fault: Error): string {
  if (!(fault instanceof DrizzleQueryError)) return fault.message;
  return fault.cause?.message.split('\n')[0] ?? 'A query failed.';
}

/** Maximum number of characters of a caller's text that a response or event repeats. */
const LONGEST = 120;

/** Makes a caller's text safe to repeat: limits its length and replaces characters that no database can store. */
export function clip(text: string): string {
  const shown = text.slice(0, LONGEST).replaceAll(/[\p{Surrogate}\u0000]/gu, '\ufffd');
  return text.length > LONGEST ? `${shown}…` : shown;
}
