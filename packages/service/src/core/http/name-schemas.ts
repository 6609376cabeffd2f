/** A JSON schema, as far as names matter. */
export type Schema = Readonly<Record<string, unknown>>;

interface Content {
  readonly schema?: Schema;
}
type Contents = Readonly<Record<string, Content>>;

interface Operation {
  readonly operationId?: string;
  readonly requestBody?: { readonly content?: Contents };
  readonly responses?: Readonly<Record<string, { readonly content?: Contents }>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export interface Unnamed {
  readonly paths?: Paths;
  readonly webhooks?: Paths;
  readonly components?: object;
}

interface Named {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Keywords that may differ between two uses of a schema. OpenAPI 3.1 allows them beside a reference. */
const OF_A_USE = ['description', 'examples', 'deprecated', 'default'];

/**
 * Moves every schema with a title to `components.schemas`, where the title is its name, and leaves a reference. A body
 * that is an object without a title is named after its operation.
 * @throws Error if two different schemas have the same title.
 */
export function nameSchemas<D extends Unnamed>(document: D): D & Named {
  const named = new NamedSchemas();
  const paths = mapOperations(document.paths, (operation) => withNames(operation, named));
  const webhooks = mapOperations(document.webhooks, (operation) => withNames(operation, named));
  const schemas = named.finish();
  return {
    ...document,
    ...(paths && { paths }),
    ...(webhooks && { webhooks }),
    components: { ...document.components, schemas },
  };
}

function mapOperations(
  paths: Paths | undefined,
  change: (operation: Operation) => Operation,
): Paths | undefined {
  return paths && mapValues(paths, (methods) => mapValues(methods, change));
}

function withNames(operation: Operation, named: NamedSchemas): Operation {
  const { operationId = '', requestBody, responses = {} } = operation;
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const inContent = (kind: string, content: Contents) =>
    mapValues(content, (each) => ({
      ...each,
      ...(each.schema && { schema: named.move(titled(each.schema, `${name}${kind}`)) }),
    }));
  return {
    ...operation,
    ...(requestBody?.content && {
      requestBody: { ...requestBody, content: inContent('Request', requestBody.content) },
    }),
    responses: mapValues(responses, (response) => ({
      ...response,
      ...(response.content && { content: inContent('Response', response.content) }),
    })),
  };
}

function titled(schema: Schema, title: string): Schema {
  return schema['type'] === 'object' ? { title, ...schema } : schema;
}

/** The schemas with a title that have been found so far. */
class NamedSchemas {
  private readonly found = new Map<
    string,
    { readonly schema: Schema; readonly uses: Record<string, unknown>[] }
  >();

  /** Returns the schema with references in place of schemas with a title. */
  move(schema: Schema): Schema {
    const { title, ...rest } = mapSchemas(schema, (part) => this.move(part));
    if (typeof title !== 'string') return rest;
    const kept = Object.fromEntries(Object.entries(rest).filter(([keyword]) => !OF_A_USE.includes(keyword)));
    const own = Object.fromEntries(Object.entries(rest).filter(([keyword]) => OF_A_USE.includes(keyword)));
    const known = this.found.get(title) ?? { schema: kept, uses: [] };
    if (JSON.stringify(known.schema) !== JSON.stringify(kept)) {
      throw new Error(
        `Two schemas have the title ${title}, but differ: ${JSON.stringify(known.schema)} and ${JSON.stringify(kept)}.`,
      );
    }
    this.found.set(title, known);
    const use = { $ref: `#/components/schemas/${title}`, ...own };
    known.uses.push(use);
    return use;
  }

  /** Returns the schemas by name, each with what all of its uses say. */
  finish(): Readonly<Record<string, Schema>> {
    const byName = [...this.found].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      byName.map(([title, { schema, uses }]) => {
        const shared: Record<string, unknown> = {};
        for (const keyword of OF_A_USE) {
          const [said, ...different] = new Set(uses.map((use) => JSON.stringify(use[keyword])));
          if (said === undefined || different.length > 0) continue;
          shared[keyword] = uses[0]?.[keyword];
          for (const use of uses) Reflect.deleteProperty(use, keyword);
        }
        return [title, { ...schema, ...shared }];
      }),
    );
  }
}

/** Returns the schema with its direct parts changed. */
function mapSchemas(schema: Schema, change: (part: Schema) => Schema): Schema {
  return mapValues(schema, (value, keyword) => {
    if (keyword === 'properties' || keyword === 'patternProperties')
      return mapValues(value as Readonly<Record<string, Schema>>, change);
    if (['items', 'additionalProperties', 'not'].includes(keyword))
      return typeof value === 'object' ? change(value as Schema) : value;
    if (['anyOf', 'oneOf', 'allOf'].includes(keyword)) return (value as Schema[]).map(change);
    return value;
  });
}

/** Returns the object with its values changed. */
export function mapValues<T, R>(
  object: Readonly<Record<string, T>>,
  change: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}
