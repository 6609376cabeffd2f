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

/** Compiles what each service describes, most of it as the one before has. */
const compile = onceByText((schema: object) => ajv.compile(schema));

/** Holds what a client sends and gets against the OpenAPI description that the service serves. */
export class DescriptionCheck {
  private readonly compiled = new Map<object, ValidateFunction>();
  private readonly paths: Description['paths'];

  constructor(app: FastifyInstance) {
    this.paths = (app.swagger() as unknown as Description).paths;
  }

  /** @throws AssertionError for an exchange that the description does not allow. */
  check(method: string, url: string, sent: unknown, status: number, received: unknown): void {
    const found = this.find(method, url);
    if (!found) return;
    const { operation, path } = found;
    const about = `${method} ${path} ${status}`;
    const answer = operation.responses[status];
    if (!answer)
      expect.fail(`${about}: the description knows ${Object.keys(operation.responses).join(', ')}`);
    this.fits(`${about}: the answer`, answer, received);
    // A form is bytes, whose reading has tests of its own.
    if (status !== 200 || !operation.requestBody || Buffer.isBuffer(sent)) return;
    // A wrong request is answered with 400; what is taken must be described, but for the tolerances.
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
    // A fixed path goes before one with parameters.
    const [best] = candidates.sort(([a], [b]) => a.split('{').length - b.split('{').length);
    const operation = best?.[1][method.toLowerCase()];
    return best && operation ? { operation, path: best[0] } : null;
  }
}
