import { type TString, Type } from 'typebox';

/** The identifiers of the wire that a number of JSON can hold exactly. */
export const Int64 = Type.Integer({
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});

/**
 * The query of a list with filters, or of a list of persons: other parameters are refused there. A misspelt filter that is
 * passed over answers everybody.
 */
export const NO_OTHER_FILTERS = { additionalProperties: false } as const;

/** Parameters of the routes below `customers/{customerId}`. */
export const CustomerPath = Type.Object({ customerId: Int64 });

/** A calendar date of years that a contract or a person can have. */
export const CalendarDate = Type.String({
  format: 'date',
  pattern: '^(19|20|21)\\d{2}-',
  examples: ['2026-02-01'],
});

/** A text on one line, without control characters or halves of characters, which no database keeps. */
export const Line = (maxLength = 200, examples: readonly string[] = []): TString =>
  Type.String({
    maxLength,
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    ...(examples.length > 0 && { examples: [...examples] }),
  });

/** The same with at least one visible character. */
export const RequiredLine = (example: string, maxLength = 200): TString =>
  Type.String({ maxLength, pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$', examples: [example] });

export const Money = Type.Object({
  amount: Type.Number(),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217' }),
});

export const ErrorBody = Type.Object({
  errorCode: Type.String(),
  errorMessage: Type.String(),
  message: Type.String({ description: 'The same text as errorMessage.' }),
  traceId: Type.String(),
  reference: Type.Optional(Type.String({ description: 'The field or resource at fault.' })),
});

/** The token from the widget; empty counts as not given. */
export const RequestToken = Type.String({ maxLength: 200 });

/** 200 without a body. */
export const Done = Type.Null({ description: 'Done; no body.' });

/** The confirmation, in words, that something was taken back. */
export const VoidResult = Type.Object({ success: Type.Optional(Type.String()) });

/**
 * Scopes of a preview. It changes nothing, so a scope to read is enough; the public description asks for one to write
 * (fields-2, 1.2).
 */
export const PREVIEW_SCOPES = ['MEMBERSHIP_READ', 'MEMBERSHIP_WRITE'];
