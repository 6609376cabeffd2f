import { ApiError } from './api-error.js';
import { errorMessage } from './error-message.js';

/**
 * Reports a refusal to studio staff or an operator, on the studio page or in a terminal. The message is in English
 * only.
 */
export class StaffError extends Error {
  override readonly name = 'StaffError';
}

/**
 * Returns the status and message of a refusal for staff; null for any other error.
 *
 * @param language of the messages that exist in several languages
 */
export function staffRefusal(
  error: unknown,
  language = 'en',
): { readonly status: number; readonly message: string } | null {
  if (error instanceof StaffError) return { status: 400, message: error.message };
  if (error instanceof ApiError) return { status: error.status, message: errorMessage(error, language) };
  return null;
}
