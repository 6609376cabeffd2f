import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { eq } from 'drizzle-orm';
import { todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { negotiateLanguage } from '../../../core/http/languages.js';
import { PAGE_HEADERS } from '../../../core/http/page.js';
import { createRateLimit, type RateLimit } from '../../../core/http/rate-limit.js';
import { supportedLanguage } from '../../../core/i18n/languages.js';
import { textPart } from '../../../core/i18n/translate.js';
import { hashToken } from '../../../core/secrets/tokens.js';
import { type Studio, studios } from '../../studios/studios.tables.js';
import { acknowledgementPdf, type DeclarationPurpose, PAGE_TEXTS, studioLines } from './acknowledgement.js';
import { detailsOf, problemsOf, readForm } from './declaration-form.js';
import { acknowledgementPage, declarationPage, type FormPage } from './declaration-page.js';
import { declare, fileNameOf, findDeclaration, keyOf, type ReadDeclaration } from './declarations.js';
import { contractIdIn } from './matching.js';

const FORM = 'application/x-www-form-urlencoded';
/** Maximum bytes of a form. A letter of a reason can take nine bytes. */
const FORM_LIMIT = 32 * 1024;
/** Declarations in an hour from one address, or about one contract. Several members can share the address of a studio. */
const LIMIT = { limit: 20, seconds: 3600 };
const DOWNLOAD_PATH = '/contracts/declarations/pdf';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Addresses of the pages. */
const PAGES: readonly (readonly [DeclarationPurpose, path: string])[] = [
  ['CANCELATION', '/contracts/cancel/:studioId'],
  ['WITHDRAWAL', '/contracts/withdraw/:studioId'],
];

type Texts = Readonly<Record<string, string>>;
type PageRequest = FastifyRequest<{
  Params: { studioId: string };
  Querystring: { lang?: unknown };
  Body: Texts;
}>;

/**
 * Serves the pages on which members declare something without an account: that they cancel a contract or
 * withdraw from it. The pages need no script.
 */
export function declarationRoutes(context: Context, rateLimit: RateLimit): FastifyPluginAsync {
  const declarationLimit = createRateLimit(context, LIMIT);
  return async (app) => {
    const config = { isLink: true };
    const schema = { hide: true, consumes: [FORM] };
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    });

    const open = async (request: PageRequest, reply: FastifyReply) => {
      await rateLimit.consume(reply, `declaration:${request.ip}`);
      const studio = await studioNamed(context, request.params.studioId);
      request.language = studio?.language ?? request.language;
      if (!studio) throw notFound(request);
      return { studio, language: languageOf(request) };
    };
    const send = (reply: FastifyReply, language: string, page: string, status = 200) =>
      reply
        .status(status)
        .headers({ ...PAGE_HEADERS, 'content-language': language })
        .send(page);

    for (const [purpose, path] of PAGES) {
      app.get(path, { config, schema: { hide: true } }, async (request: PageRequest, reply) => {
        const { studio, language } = await open(request, reply);
        const page: FormPage = {
          ...{ purpose, studio, language, form: readForm(purpose), problems: {}, refusal: null },
          formKey: randomUUID(),
          today: todayAt(context, studio),
        };
        return send(reply, language, declarationPage(page));
      });

      app.post(path, { config, schema, bodyLimit: FORM_LIMIT }, async (request: PageRequest, reply) => {
        const { studio, language } = await open(request, reply);
        const body = request.body ?? {};
        const form = readForm(purpose, body);
        const today = todayAt(context, studio);
        const formKey = UUID.test(body.formKey ?? '') ? String(body.formKey) : randomUUID();
        const page = { purpose, studio, language, formKey, form, today };
        const problems = problemsOf(form, today);
        if (Object.keys(problems).length > 0) {
          return send(reply, language, declarationPage({ ...page, problems, refusal: null }), 400);
        }
        const declared = { formKey, kind: form.kind, details: detailsOf(form), language };
        const acknowledged = ({ declaration, content }: ReadDeclaration) =>
          send(
            reply,
            language,
            acknowledgementPage(content.acknowledgement, {
              ...{ language, key: declaration.key, downloadPath: DOWNLOAD_PATH },
            }),
          );
        const earlier = await findDeclaration(context, keyOf(studio, declared));
        if (earlier) return acknowledged(earlier);
        try {
          await countDeclaration(reply, studio, request.ip, form.contractNumber);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const address = studioLines(studio, language).join(', ');
          const refusal = textPart(PAGE_TEXTS[purpose].limit, { studio: address });
          return send(reply, language, declarationPage({ ...page, problems, refusal }), error.status);
        }
        return acknowledged(await declare(context, studio, declared));
      });
    }

    app.post<{ Body: Texts }>(DOWNLOAD_PATH, { config, schema }, async (request, reply) => {
      const { key = '' } = request.body ?? {};
      const found = UUID.test(key) ? await findDeclaration(context, key) : null;
      // Those who have a key have a counter of their own, so that others at their address cannot block them.
      await rateLimit.consume(reply, `declarationPdf:${found ? key : request.ip}`);
      if (!found) throw new ApiError('errormessage.document.link.invalid');
      const { declaration, content } = found;
      return reply
        .headers({
          ...PAGE_HEADERS,
          'content-type': 'application/pdf',
          'content-language': content.acknowledgement.locale,
          'content-disposition': `attachment; filename="${fileNameOf(declaration)}"`,
        })
        .send(await acknowledgementPdf(content.acknowledgement, declaration.receivedAt));
    });

    /** @throws ApiError 429 */
    const countDeclaration = async (
      reply: FastifyReply,
      { id }: Studio,
      ip: string,
      contractNumber: string,
    ): Promise<void> => {
      await declarationLimit.consume(reply, `declare:${ip}`);
      const contractId = contractIdIn(contractNumber);
      // A description such as “membership” is no attempt on a contract.
      if (contractId === null) return;
      await declarationLimit.consume(reply, `declare:${hashToken(`${id} ${contractId}`).slice(0, 32)}`);
    };
  };
}

async function studioNamed({ db }: Pick<Context, 'db'>, studioId: string): Promise<Studio | null> {
  if (!/^\d{1,15}$/.test(studioId)) return null;
  const [studio] = await db
    .select()
    .from(studios)
    .where(eq(studios.id, Number(studioId)));
  return studio ?? null;
}

/** Returns the language of the page: that of the address, of the browser or of the studio. */
function languageOf({ query, headers, language }: PageRequest): string {
  const asked = typeof query.lang === 'string' ? supportedLanguage(query.lang) : null;
  return asked ?? negotiateLanguage(headers['accept-language'], language);
}

function notFound({ method, url }: FastifyRequest): ApiError {
  return new ApiError('errormessage.not.found', undefined, { method, path: url.split('?')[0] ?? '/' });
}
