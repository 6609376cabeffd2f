import { type TString, Type } from 'typebox';

/** Identifier within the range that a JSON number can represent exactly. */
export const Int64 = Type.Integer({
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});

/**
 * Option for the query of a filtered list, or of a list of persons, which refuses other parameters: ignoring a misspelt
 * filter would return all rows.
 */
export const NO_OTHER_FILTERS = { additionalProperties: false } as const;

/** Path parameters of the routes below `customers/{customerId}`. */
export const CustomerPath = Type.Object({ customerId: Int64 });

/** Calendar date in the years that a contract or a person can have. */
export const CalendarDate = Type.String({
  format: 'date',
  pattern: '^(19|20|21)\\d{2}-',
  examples: ['2026-02-01'],
});

/**
 * Returns the schema of a text on one line, without control characters or lone surrogates, which no database can store.
 */
export const Line = (maxLength = 200, examples: readonly string[] = []): TString =>
  Type.String({
    maxLength,
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    ...(examples.length > 0 && { examples: [...examples] }),
  });

/** Returns the schema of a text on one line with at least one visible character. */
export const RequiredLine = (example: string, maxLength = 200): TString =>
  Type.String({ maxLength, pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$', examples: [example] });

export const Money = Type.Object(
  {
    amount: Type.Number(),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217' }),
  },
  { title: 'Money' },
);

export const ErrorBody = Type.Object(
  {
    errorCode: Type.String(),
    errorMessage: Type.String(),
    message: Type.String({ description: 'The same text as errorMessage.' }),
    traceId: Type.String(),
    reference: Type.Optional(Type.String({ description: 'The field or resource that caused the error.' })),
  },
  { title: 'Error' },
);

/** Token from the widget; an empty one counts as missing. */
export const RequestToken = Type.String({ maxLength: 200 });

/** Response with status 200 and no body. */
export const Done = Type.Null({ description: 'Done; no body.' });

/** Response that confirms a withdrawal with a text. */
export const VoidResult = Type.Object({ success: Type.Optional(Type.String()) }, { title: 'VoidResult' });

/**
 * Scopes that allow a preview. It changes nothing, so a read scope is enough; the public description requires a write
 * scope (fields-2, 1.2).
 */
export const PREVIEW_SCOPES = ['MEMBERSHIP_READ', 'MEMBERSHIP_WRITE'];
