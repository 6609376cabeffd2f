/** Error in a response of Stripe. */
export interface ErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly payment_intent?: unknown;
  readonly setup_intent?: unknown;
}

/** Thrown for a response that is an error. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** Whether the response is stored for the idempotency key. It is not if the request did not begin. */
    readonly isKept = false,
  ) {
    super(body.message);
  }
}

export function invalidRequest(message: string, code?: string, param?: string): Refusal {
  return new Refusal(400, {
    type: 'invalid_request_error',
    message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  });
}

export function notFound(id: string): Refusal {
  return new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such object: '${id}'`,
  });
}
