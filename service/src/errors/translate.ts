import type { FailureCode } from '@upc/contract/gateway';
import type { ApiError } from './api-error.js';
import { de } from './messages/de.js';
import { en, type MessageKey } from './messages/en.js';
import { DEFAULT_FIELD_NAMES, FIELD_NAMES } from './messages/fields.js';
import { DEFAULT_FAILURE_MESSAGES, FAILURE_MESSAGES } from './messages/failures.js';

const MESSAGES: Readonly<Record<string, Readonly<Record<MessageKey, string>>>> = { en, de };

/** The message of an error in a language or a variant of it, in English where there is none. */
export function translate(error: ApiError, language: string): string {
  const messages = MESSAGES[primary(language)] ?? en;
  const { field } = error.params;
  const params: Readonly<Record<string, string | number>> = {
    ...error.params,
    ...(field === undefined ? {} : { field: fieldName(String(field), language) }),
    ...(error.failure ? { reason: translateFailure(error.failure, language) } : {}),
  };
  return messages[error.code].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** Why a payment failed, in words for the payer. */
export function translateFailure(code: FailureCode, language: string): string {
  return (FAILURE_MESSAGES[primary(language)] ?? DEFAULT_FAILURE_MESSAGES)[code];
}

function fieldName(field: string, language: string): string {
  return (FIELD_NAMES[primary(language)] ?? DEFAULT_FIELD_NAMES)[field] ?? field;
}

function primary(language: string): string {
  return language.split('-')[0] ?? language;
}
