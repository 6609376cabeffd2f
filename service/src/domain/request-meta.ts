/** What the rules need to know of a request beside its content. */
export interface RequestMeta {
  readonly traceId: string;
  /** Negotiated; one of the languages of the specification. */
  readonly language: string;
  readonly ip: string;
  readonly userAgent: string;
}
