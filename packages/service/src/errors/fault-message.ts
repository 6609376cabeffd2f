import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * The message of a fault, for logs and terminals. That of a failed query holds its parameters, which may be personal data,
 * so only the first line of the database's own message is taken; later ones may quote rows.
 */
export function faultMessage(fault: Error): string {
  if (!(fault instanceof DrizzleQueryError)) return fault.message;
  return fault.cause?.message.split('\n')[0] ?? 'A query failed.';
}
