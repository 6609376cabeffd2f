import { STATUS_CODES } from 'node:http';
import { ERROR_STATUS, type ErrorCode, WIDGET_ONLY } from '../errors/api-error.js';
import { englishText } from '../i18n/translate.js';
import { mapValues, type Schema, type Unnamed } from './name-schemas.js';

const ERROR = '#/components/schemas/Error';
const CODES = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => !WIDGET_ONLY.has(code));

/** What clients can do about a status. */
const ABOUT: Readonly<Record<string, string>> = {
  400: 'The request is wrong, or a rule of the studio does not allow it.',
  401: 'The API key is missing or wrong.',
  403: 'The key may not do this, or the member has not consented.',
  404: 'Something that the request names does not exist.',
  409: 'The request contradicts what has happened meanwhile, or repeats a key with another body.',
  413: 'The body is too large.',
  415: 'The body has another media type than the operation reads.',
  429: 'There were too many requests. Send the same request again later.',
  500: 'It is not known whether the request was carried out. Send the same request again, with the same idempotency-key or paymentRequestToken, until the outcome is known, and report the traceId.',
  503: 'The service is busy, or another system does not respond. Send the same request again later, with the same idempotency-key or paymentRequestToken.',
};

/** What @fastify/swagger calls a response without a description. */
const UNDESCRIBED = 'Default Response';

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds after which the same request can be sent again.',
    schema: { type: 'integer' },
  },
};

interface Response {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/**
 * Describes errors once for each status, with an example for each of its codes, and lets all operations refer to that.
 * The schemas have names already.
 */
export function describeErrors<D extends Unnamed>(document: D): D {
  const statuses = new Set<string>();
  const shared = (status: string, response: Response) => {
    if (response.content?.['application/json']?.schema?.['$ref'] !== ERROR)
      return response.description === UNDESCRIBED ? { ...response, description: 'OK' } : response;
    statuses.add(status);
    return { $ref: `#/components/responses/${nameOf(status)}` };
  };
  const paths = mapValues(document.paths ?? {}, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses ?? {}, (response, status) => shared(status, response)),
    })),
  );
  const { schemas, ...components } = document.components as { schemas: Readonly<Record<string, Schema>> };
  return {
    ...document,
    paths,
    components: {
      ...components,
      schemas: { ...schemas, Error: withCodes(schemas['Error'] ?? {}) },
      responses: Object.fromEntries([...statuses].map((status) => [nameOf(status), errorsOf(status)])),
    },
  };
}

function nameOf(status: string): string {
  return (STATUS_CODES[status] ?? status).replaceAll(' ', '');
}

function errorsOf(status: string): object {
  const codes = CODES.filter((code) => String(ERROR_STATUS[code]) === status);
  return {
    description: ABOUT[status] ?? nameOf(status),
    ...(['429', '503'].includes(status) && { headers: RETRY_AFTER }),
    content: {
      'application/json': {
        schema: { $ref: ERROR },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

function exampleOf(code: ErrorCode): object {
  // The values of the placeholders depend on the request.
  const message = englishText(code).replaceAll(/\{\{\w+\}\}/g, '…');
  return { errorCode: code, errorMessage: message, message, traceId: '3f2c8f0e5c1b4c7e9a1d2b3c4d5e6f70' };
}

/** Lists the codes in the schema of errors, which also allows codes that are added later. */
function withCodes(error: Schema): Schema {
  const errorCode = {
    description: 'Identifies the error. More codes may be added.',
    anyOf: [{ type: 'string', enum: CODES.toSorted() }, { type: 'string' }],
  };
  return { ...error, properties: { ...(error['properties'] as object), errorCode } };
}
