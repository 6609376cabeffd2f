import { ApiError } from './api-error.js';
import { errorMessage } from './error-message.js';

/** A refusal that staff of a studio or an operator read: on the studio page or in a terminal, in English alone. */
export class StaffError extends Error {
  override readonly name = 'StaffError';
}

/** The text of a refusal for staff; null for what is none. */
export function staffRefusal(error: unknown): { readonly status: number; readonly message: string } | null {
  if (error instanceof StaffError) return { status: 400, message: error.message };
  if (error instanceof ApiError) return { status: error.status, message: errorMessage(error, 'en') };
  return null;
}
