import { ApiError } from '../../src/core/errors/api-error.js';

/** Returns the error code and reference of the error thrown; null if none is. */
export function refusal(run: () => unknown): [string, string | undefined] | null {
  try {
    run();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.code, error.reference];
  }
}
