import type { operations } from '@upc/contract/gateway-types';
import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import { COMPILE_QUICKLY } from '../../../core/compile-quickly.js';
import { readGatewayDescription } from '../../../core/gateway-description.js';

export type OperationId = keyof operations;

/** The parts of the gateway description that are read here. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly operationId?: OperationId;
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses?: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>;
}

/** Checks a body against its schema and returns the first fault, or null. */
type Check = (body: unknown) => ErrorObject | null;

/** Checks bodies with the schemas of `gateway.yaml`, which is their only source. */
export interface GatewaySchemas {
  /** Returns the schema of the operation's route. The description of the Open API omits it. */
  routeSchema(operation: OperationId): { readonly hide: true; readonly body?: { readonly $ref: string } };
  /** Compiles route schemas. */
  readonly compileSchema: FastifySchemaCompiler<object>;
  /**
   * Returns a check for the response body of an operation and status.
   *
   * @throws Error when the description has no such response.
   */
  checkAnswer(operation: OperationId, status: number): Check;
}

export function loadGatewaySchemas(file?: string): GatewaySchemas {
  const description = readGatewayDescription(file) as Description;
  const ajv = new Ajv2020({ strict: false, ...COMPILE_QUICKLY });
  addFormats.default(ajv);
  ajv.addSchema(description, 'gateway');
  const pointers = new Map<OperationId, { pointer: string; operation: Operation }>();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId } = operation;
      const pointer = `gateway#/paths/${encodeURIComponent(escapePointer(path))}/${method}`;
      if (operationId) pointers.set(operationId, { pointer, operation });
    }
  }
  const checkBody =
    (validate: ValidateFunction): Check =>
    (body) =>
      validate(body) ? null : (validate.errors?.[0] ?? null);
  const bodyAt = (pointer: string, type = 'application/json') => ({
    $ref: `${pointer}/content/${escapePointer(type)}/schema`,
  });
  const find = (operation: OperationId) => {
    const found = pointers.get(operation);
    if (!found) throw new Error(`gateway.yaml has no operation ${operation}.`);
    return found;
  };
  return {
    routeSchema(operation) {
      const { pointer, operation: described } = find(operation);
      const [type] = Object.keys(described.requestBody?.content ?? {});
      return { hide: true, ...(type !== undefined && { body: bodyAt(`${pointer}/requestBody`, type) }) };
    },
    compileSchema: ({ schema }) => ajv.compile(schema),
    checkAnswer(operation, status) {
      const { pointer, operation: described } = find(operation);
      const response = described.responses?.[String(status)];
      if (!response) throw new Error(`gateway.yaml has no response ${status} for ${operation}.`);
      // The response has no body.
      if (!response.$ref && !response.content) return checkBody(ajv.compile({ type: 'null' }));
      const body = bodyAt(response.$ref ? `gateway${response.$ref}` : `${pointer}/responses/${status}`);
      return checkBody(ajv.compile(body));
    },
  };
}

function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
