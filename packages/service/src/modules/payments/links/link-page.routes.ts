import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context.js';
import { negotiateLanguage, negotiateLocale } from '../../../core/http/languages.js';
import type { RateLimit } from '../../../core/http/rate-limit.js';
import { supportedLanguage } from '../../../core/i18n/languages.js';
import type { PageSources } from '../providers/provider.js';
import { linkPage, type PageLanguage } from './link-page.js';

const FILES = [
  ['page.css', 'text/css'],
  ['page.js', 'text/javascript'],
] as const;

/**
 * Serves the page that payment links open. The link's token is in the fragment of the address, so that neither this
 * route nor a log sees it: the page's script sends it in a body.
 */
export function linkPageRoutes(
  { providers }: Pick<Context, 'providers'>,
  rateLimit: RateLimit,
): FastifyPluginAsync {
  const headers = pageHeaders(providers.pageSources);
  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      await rateLimit.consume(reply, `paymentLinkPage:${request.ip}`);
      reply.headers(headers);
    });
    app.get('/pay', { config: { isLink: true }, schema: { hide: true } }, async (request, reply) => {
      const asked = languageOf(request);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-language', asked.language)
        .send(linkPage(asked));
    });
    for (const [file, type] of FILES) {
      app.get(`/pay/${file}`, { schema: { hide: true } }, async (_, reply) => {
        const content = await readFile(new URL(file, import.meta.url), 'utf8');
        return reply.type(`${type}; charset=utf-8`).send(content);
      });
    }
  };
}

/** Returns the headers of the page, with the strictest policy that the configured providers allow. */
function pageHeaders(providers: readonly PageSources[]): Readonly<Record<string, string>> {
  const sources = (kind: keyof PageSources) => providers.flatMap((provider) => provider[kind]);
  const frames = sources('frames');
  const directives = [
    ["default-src 'none'"],
    ["script-src 'self'", ...sources('scripts')],
    ["style-src 'self'"],
    ["connect-src 'self'", ...sources('connections')],
    ['frame-src', ...(frames.length > 0 ? frames : ["'none'"])],
    ["img-src 'self'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
    ["frame-ancestors 'none'"],
    ["require-trusted-types-for 'script'"],
    ['trusted-types lit-html upc-widget', ...sources('trustedTypes'), "'allow-duplicates'"],
  ];
  return {
    'content-security-policy': directives.map((directive) => directive.join(' ')).join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  };
}

/** Returns the language in the address, which the partner has chosen; otherwise that of the browser. */
function languageOf({ query, headers }: FastifyRequest): PageLanguage {
  const { lang } = query as { readonly lang?: unknown };
  const isKnown = typeof lang === 'string' && supportedLanguage(lang) !== null;
  const asked = isKnown ? lang : headers['accept-language'];
  return { language: negotiateLanguage(asked, 'en'), locale: negotiateLocale(asked, 'en') };
}
