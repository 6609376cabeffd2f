import { ApiError } from '../../errors/api-error.js';
import type { TextPart } from '../../i18n/translate.js';

/** The refusal of an update, of which nothing is kept then. */
export function invalidUpdate(reference: string, problem: TextPart): ApiError {
  return new ApiError('errormessage.debt.collection.update.invalid', reference, { problem });
}
