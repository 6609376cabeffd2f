/** Facts about a request that the rules need beside its content. */
export interface RequestMeta {
  readonly traceId: string;
  /** Negotiated; one of the languages of the specification. */
  readonly language: string;
  /** The same with the region that was asked for, such as fr-BE where the language is fr: for mandates and dates. */
  readonly locale: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** The same of a request that is answered once, however often it is sent. */
export interface KeyedMeta extends RequestMeta {
  /** The header Idempotency-Key. */
  readonly idempotencyKey: string;
}

/** The same of a request of the Open API, which a partner's backend sends. */
export interface PartnerMeta {
  readonly traceId: string;
  /** The header Idempotency-Key; null where it was not sent. */
  readonly idempotencyKey: string | null;
}
