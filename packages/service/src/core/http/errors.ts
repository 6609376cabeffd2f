import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { errorMessage } from '../errors/error-message.js';
import { clip } from '../errors/fault-message.js';
import { describeFault, logAnswer } from './logging.js';
import { wrongMediaType } from './multipart.js';
import { PAGE_HEADERS } from './page.js';
import type { RateLimit } from './rate-limit.js';
import { refusalPage } from './refusal-page.js';
import { requestLanguage } from './request-meta.js';
import { schemaProblem } from './schema-problem.js';

/**
 * Seconds after which a refused request may be repeated if no better estimate is known: the pause between two job
 * batches.
 */
const RETRY_SECONDS = 5;

/** Receives every refusal, for the studio page. */
export type RefusalListener = (request: FastifyRequest, error: ApiError) => Promise<void>;

/**
 * Gives every error the same JSON body, as in the specification, including framework errors and unknown paths. Only
 * people who open a link get a page instead.
 */
export function handleErrors(app: FastifyInstance, onRefusal: RefusalListener, rateLimit?: RateLimit): void {
  app.setErrorHandler(async (thrown: FastifyError | ApiError, request, reply) => {
    const error = toApiError(thrown, request);
    if (error.status >= 500) request.log.error(describeFault(thrown), 'request failed');
    await onRefusal(request, error).catch((fault: unknown) => {
      request.log.error(describeFault(fault), 'a refusal could not be recorded');
    });
    return isReadByPerson(request) ? sendPage(request, reply, error) : send(request, reply, error);
  });
  app.setNotFoundHandler(async (request, reply) => {
    // Callers that probe paths are limited too, as the headers of every response state.
    await rateLimit?.consume(reply, `unknown-path:${request.ip}`);
    return send(request, reply, unknownPath(request));
  });
}

/** Returns whether a person has opened the address in a browser, which asks for a page. */
function isReadByPerson({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.isLink === true && headers.accept?.includes('text/html') === true;
}

/**
 * Responds to an address that the router cannot read, such as `/%E0%A4%A`, as to any unknown path, and counts the
 * request. The framework calls neither hooks nor the error handler for such an address.
 */
export function answerUnreadableAddress(
  rateLimit: RateLimit,
): NonNullable<FastifyServerOptions['frameworkErrors']> {
  return (_, request, reply) => {
    // The framework has not decorated such a request.
    request.language = 'en';
    rateLimit
      .consume(reply, `unknown-path:${request.ip}`)
      .then(() => send(request, reply, unknownPath(request)))
      .catch((thrown: unknown) =>
        send(request, reply, toApiError(thrown as FastifyError | ApiError, request)),
      )
      .finally(() => logAnswer(request, reply));
  };
}

function unknownPath({ method, url }: FastifyRequest): ApiError {
  return new ApiError('errormessage.not.found', undefined, { method, path: clip(url.split('?')[0] ?? '/') });
}

async function send(request: FastifyRequest, reply: FastifyReply, error: ApiError): Promise<FastifyReply> {
  const language = requestLanguage(request);
  const message = errorMessage(error, language, request.idsAsGiven);
  return withStatus(reply, error)
    .type('application/json; charset=utf-8')
    .header('content-language', language)
    .send({
      errorCode: error.code,
      errorMessage: message,
      message,
      traceId: request.id,
      ...(error.reference === undefined ? {} : { reference: error.reference }),
    });
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
): Promise<FastifyReply> {
  const language = requestLanguage(request);
  // People do not know the parts of an address, some of which may have been cut off.
  const isCutOff = error.code === 'errormessage.request.invalid';
  const shown = isCutOff ? new ApiError('errormessage.document.link.invalid') : error;
  return withStatus(reply, error)
    .headers({ ...PAGE_HEADERS, 'content-language': language })
    .send(refusalPage(errorMessage(shown, language), language));
}

function withStatus(reply: FastifyReply, error: ApiError): FastifyReply {
  const isTemporary = error.status === 429 || error.status === 503;
  if (isTemporary && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', error.retryAfterSeconds ?? RETRY_SECONDS);
  }
  return reply.status(error.status);
}

function toApiError(thrown: FastifyError | ApiError, request: FastifyRequest): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown.validation) return validationError(thrown, request);
  switch (thrown.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('errormessage.request.body.too.large', undefined, {
        limit: request.routeOptions.bodyLimit,
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wrongMediaType(request);
    default:
      return thrown.statusCode === 400 || thrown instanceof SyntaxError
        ? new ApiError('errormessage.request.body.unreadable')
        : new ApiError('errormessage.internal');
  }
}

function validationError(
  { validation, validationContext }: FastifyError,
  { routeOptions }: FastifyRequest,
): ApiError {
  const query = routeOptions.schema?.querystring as { readonly properties?: object } | undefined;
  const parameters = validationContext === 'querystring' ? Object.keys(query?.properties ?? {}) : [];
  const { reference, problem } = schemaProblem(validation?.[0], validationContext, parameters);
  return new ApiError('errormessage.request.invalid', reference || undefined, { problem });
}
