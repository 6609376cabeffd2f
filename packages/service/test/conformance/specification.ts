import { describedBy } from '../support/description.js';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** Claims of the specification, as `specification.json` records them. */
export interface Specification {
  readonly about: readonly string[];
  readonly records: readonly SpecifiedRecord[];
  readonly endpoints: readonly {
    readonly operation: string;
    /** Each of these scopes is sufficient on its own; if the list is empty, any key is. */
    readonly scopes: readonly string[];
    readonly query?: Readonly<Record<string, string>>;
  }[];
  readonly statuses: { readonly everyOperation: readonly number[]; readonly head: readonly number[] };
  readonly slices: readonly {
    readonly operation: string;
    readonly least: number;
    readonly most: number;
    readonly usual: number;
  }[];
  readonly errorBody: { readonly fields: Readonly<Record<string, string>> };
  readonly languages: {
    readonly languages: readonly string[];
    readonly variants: readonly string[];
    readonly falls: Readonly<Record<string, string>>;
  };
  readonly limits: { readonly requestsPerMinute: number; readonly headers: readonly string[] };
  readonly dates: {
    /** Accepted texts, each with the instant that it denotes. */
    readonly accepted: Readonly<Record<string, string>>;
    readonly refused: readonly string[];
  };
  readonly cases: {
    readonly cases: readonly {
      readonly when: string;
      readonly status: number;
      readonly errorCode?: string;
      readonly voucherErrorCode?: string;
      readonly reference?: string;
    }[];
  };
  readonly events: {
    readonly events: readonly {
      readonly type: string;
      readonly when: string;
      readonly entityId?: string;
      readonly content: readonly string[];
    }[];
  };
  readonly states: Readonly<
    Record<'session' | 'debtCollectionCase' | 'freezePeriod', readonly string[]> & { section: string }
  >;
}

export interface SpecifiedRecord {
  readonly section: string;
  readonly operation: string;
  /** Location of the record. A form's record is in its part `data`. */
  readonly side: 'request' | 'form' | 'response';
  readonly fields: Readonly<Record<string, string>>;
}

export const SPECIFICATION = JSON.parse(
  readFileSync(new URL('./specification.json', import.meta.url), 'utf8'),
) as Specification;

/** A field's claim, split into its parts. */
export interface Claim {
  readonly type: string;
  /** Allowed values of an enumeration; `isOpen` if there may be others. */
  readonly values: readonly string[] | null;
  readonly isOpen: boolean;
  readonly isArray: boolean;
  readonly isRequired: boolean;
  readonly isOptional: boolean;
  readonly isUnique: boolean;
  readonly isDeprecated: boolean;
  readonly default: string | null;
}

const MARKS = /^(!|\?|unique|deprecated|=\S+)$/;

/** Parses a claim. @throws Error for a mark that the notation does not define, which would otherwise be ignored. */
export function readClaim(text: string): Claim {
  const [written = '', ...marks] = text.split(' ');
  const unknown = marks.find((mark) => !MARKS.test(mark));
  if (unknown !== undefined || written === '') throw new Error(`Not a claim: ${text}`);
  const isArray = written.endsWith('[]');
  const type = isArray ? written.slice(0, -2) : written;
  const values = /[|A-Z]/.test(type) ? type.split('|') : null;
  return {
    type: values ? 'string' : type,
    values: values?.filter((value) => value !== '…') ?? null,
    isOpen: values?.includes('…') ?? false,
    isArray,
    isRequired: marks.includes('!'),
    isOptional: marks.includes('?'),
    isUnique: marks.includes('unique'),
    isDeprecated: marks.includes('deprecated'),
    default: marks.find((mark) => mark.startsWith('='))?.slice(1) ?? null,
  };
}

/** The parts of a schema that the claims are about. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly uniqueItems?: boolean;
  readonly deprecated?: boolean;
}

export interface DescribedOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

/** Returns the operations that the service describes, by their name in the specification: `GET /v1/customers/{}`. */
export function describedOperations(app: FastifyInstance): ReadonlyMap<string, DescribedOperation> {
  const { paths } = describedBy<{
    paths: Record<string, Record<string, Omit<DescribedOperation, 'method' | 'path'>>>;
  }>(app);
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([name, operation]) => {
        const method = name.toUpperCase() as DescribedOperation['method'];
        return [`${method} ${path.replace(/\{\w+\}/g, '{}')}`, { ...operation, method, path }] as const;
      }),
    ),
  );
}

/** Returns the schema that a record of the specification is about; undefined if there is none. */
export function schemaOf(
  operation: DescribedOperation | undefined,
  side: SpecifiedRecord['side'],
): Schema | undefined {
  if (side === 'response') return operation?.responses[200]?.content?.['application/json']?.schema;
  const content = operation?.requestBody?.content;
  return side === 'form'
    ? content?.['multipart/form-data']?.schema.properties?.data
    : content?.['application/json']?.schema;
}
