import type { FastifyReply } from 'fastify';

/** Permissions of a provider page. */
export interface PagePolicy {
  /** Origins whose pages may frame it; if empty, it cannot be framed. */
  readonly frameAncestors: readonly string[];
  /** Origins that a form may lead to, besides the provider's own. */
  readonly formTargets?: readonly string[];
  /** Origins that the page, or the browser for it, may contact besides the provider's own. */
  readonly connections?: readonly string[];
}

/** Sends a page with a strict policy: it may use only its own script and style, and only known pages may frame it. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  policy: PagePolicy,
): FastifyReply {
  const list = (origins: readonly string[]): string => (origins.length > 0 ? origins.join(' ') : "'none'");
  const forms = policy.formTargets === undefined ? "'none'" : `'self' ${policy.formTargets.join(' ')}`;
  return reply
    .status(status)
    .header(
      'content-security-policy',
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        // Browsers request the icon automatically.
        "img-src 'self'",
        ["connect-src 'self'", ...(policy.connections ?? [])].join(' '),
        "base-uri 'none'",
        `form-action ${forms.trim()}`,
        `frame-ancestors ${list(policy.frameAncestors)}`,
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
}
