import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { tolerate } from '../../src/core/http/tolerances.js';
import { onceByText } from '../../src/core/memo.js';

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema?: object } };
}
interface Operation {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const ajv = addFormats
  .default(new Ajv2020({ strict: false, allErrors: true }))
  .addFormat('int64', true)
  .addFormat('int32', true);

/** Compiles a schema once by its text, because most schemas are the same in every service. */
const compile = onceByText((schema: object) => ajv.compile(schema));

/** Returns where and how a value does not fit a schema. */
export function misfits(schema: object, value: unknown): string[] {
  const validate = compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Replaces every reference in the description by its schema, for tests that read the fields of schemas. */
function withoutReferences<D>(description: object): D {
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...own } = value as { readonly $ref?: string };
    if ($ref === undefined)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, follow(member)]));
    const target = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((part, name) => Reflect.get(part as object, name), description);
    return { ...(follow(target) as object), ...own };
  };
  return follow(description) as D;
}

const describedIn = new WeakMap<FastifyInstance, unknown>();

/** Returns the description of a service without references. */
export function describedBy<D>(app: FastifyInstance): D {
  const known = describedIn.get(app) ?? withoutReferences(app.swagger());
  describedIn.set(app, known);
  return known as D;
}

/** Checks a client's requests and responses against the OpenAPI description that the service serves. */
export class DescriptionCheck {
  private readonly compiled = new Map<object, ValidateFunction>();
  private readonly paths: Description['paths'];

  constructor(app: FastifyInstance) {
    this.paths = describedBy<Description>(app).paths;
  }

  /** Checks an exchange. @throws AssertionError if the description does not allow it. */
  check(method: string, url: string, sent: unknown, status: number, received: unknown): void {
    const found = this.find(method, url);
    if (!found) return;
    const { operation, path } = found;
    const about = `${method} ${path} ${status}`;
    const answer = operation.responses[status];
    if (!answer)
      expect.fail(`${about}: the description knows ${Object.keys(operation.responses).join(', ')}`);
    this.fits(`${about}: the answer`, answer, received);
    // A form consists of bytes, and reading it has its own tests.
    if (status !== 200 || !operation.requestBody || Buffer.isBuffer(sent)) return;
    // A wrong request returns 400. An accepted one must be described, apart from the tolerances.
    const schema = operation.requestBody.content?.['application/json']?.schema;
    this.fits(`${about}: the request`, operation.requestBody, tolerate(sent, schema));
  }

  private fits(about: string, { content }: Content, value: unknown): void {
    const schema = content?.['application/json']?.schema;
    if (!schema) {
      expect(value, `${about} has a body that is not described`).toBeNull();
      return;
    }
    const validate = this.compiled.get(schema) ?? compile(schema);
    this.compiled.set(schema, validate);
    if (!validate(value)) expect.fail(`${about}: ${ajv.errorsText(validate.errors)}`);
  }

  private find(method: string, url: string): { operation: Operation; path: string } | null {
    const segments = (url.split('?')[0] ?? '').split('/');
    const candidates = Object.entries(this.paths).filter(([path]) => {
      const parts = path.split('/');
      return (
        parts.length === segments.length &&
        parts.every((part, index) => part.startsWith('{') || part === segments[index])
      );
    });
    // A fixed path takes precedence over one with parameters.
    const [best] = candidates.sort(([a], [b]) => a.split('{').length - b.split('{').length);
    const operation = best?.[1][method.toLowerCase()];
    return best && operation ? { operation, path: best[0] } : null;
  }
}
