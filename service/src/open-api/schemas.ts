import { Type } from 'typebox';

export const Int64 = Type.Integer({ format: 'int64', maximum: Number.MAX_SAFE_INTEGER });

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

/** The refusals that every operation can answer with, and those given. */
export const refusals = (...statuses: number[]): Record<number, typeof ErrorBody> =>
  Object.fromEntries([401, 403, 429, 500, ...statuses].map((status) => [status, ErrorBody]));
