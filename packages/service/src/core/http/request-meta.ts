import type { FastifyRequest } from 'fastify';
import { negotiateLanguage, negotiateLocale } from './languages.js';

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

declare module 'fastify' {
  interface FastifyRequest {
    /** The studio's language, as soon as the studio is known; answers without Accept-Language are in it. */
    language: string;
  }
  interface FastifyContextConfig {
    /** Names the operation: each has a rate limit of its own. */
    operation?: string;
    /** Needs no API key; counted by address. */
    isPublic?: boolean;
    /** The scope that the API key needs; of several, one is enough. */
    scope?: string | readonly string[];
  }
}

export function requestMeta(request: FastifyRequest): RequestMeta {
  return {
    traceId: request.id,
    language: requestLanguage(request),
    locale: negotiateLocale(request.headers['accept-language'], request.language),
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  };
}

export function requestLanguage(request: FastifyRequest): string {
  return negotiateLanguage(request.headers['accept-language'], request.language);
}
