/** The form of the header Idempotency-Key in both APIs. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{16,128}$/;
