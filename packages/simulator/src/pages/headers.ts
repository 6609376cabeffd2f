import type { FastifyReply } from 'fastify';

/** Permissions of a page of the provider, beyond showing itself. */
export interface PagePolicy {
  /** Origins whose pages may frame it; none when empty. */
  readonly frameAncestors: readonly string[];
  /** Origins that a form may lead to, the provider's own aside. */
  readonly formTargets?: readonly string[];
}

/** Sends a page with a strict policy: its own script and style and nothing else, framed where it is known. */
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
        // The icon that browsers ask for by themselves.
        "img-src 'self'",
        "connect-src 'self'",
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
