import type { FastifyRequest } from 'fastify';
import { negotiateLanguage, negotiateLocale } from './languages.js';

/** Facts about a request that the rules need besides its content. */
export interface RequestMeta {
  readonly traceId: string;
  /** Negotiated language; one of those in the specification. */
  readonly language: string;
  /**
   * Negotiated language with the requested region, such as fr-BE where the language is fr; used for mandates and dates.
   */
  readonly locale: string;
  readonly ip: string;
  readonly userAgent: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of responses without Accept-Language: the studio's, as soon as the studio is known. */
    language: string;
  }
  interface FastifyContextConfig {
    /** Name of the operation; each has its own rate limit. */
    operation?: string;
    /** Whether the operation needs no API key; it is then counted by address. */
    isPublic?: boolean;
    /** Whether people open the address in a browser, by a link that they have received. */
    isLink?: boolean;
    /** Scope that the API key needs; of several, one is enough. */
    scope?: string | readonly string[];
  }
}

/**
 * Returns the facts about a request.
 *
 * @param asked replaces the request's header Accept-Language
 */
export function requestMeta(
  request: FastifyRequest,
  asked: string | undefined = request.headers['accept-language'],
): RequestMeta {
  return {
    traceId: request.id,
    language: negotiateLanguage(asked, request.language),
    locale: negotiateLocale(asked, request.language),
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  };
}

export function requestLanguage(request: FastifyRequest): string {
  return negotiateLanguage(request.headers['accept-language'], request.language);
}
