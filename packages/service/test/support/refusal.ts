import { ApiError } from '../../src/core/errors/api-error.js';

/** Error code and reference of what is thrown; null when nothing is. */
export function refusal(run: () => unknown): [string, string | undefined] | null {
  try {
    run();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.code, error.reference];
  }
}
