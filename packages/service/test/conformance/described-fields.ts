import { readClaim, type Claim, type Schema } from './specification.js';

export const FORMATS: Readonly<Record<string, { type: string; format?: string }>> = {
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  date: { type: 'string', format: 'date' },
  'date-time': { type: 'string', format: 'date-time' },
  uuid: { type: 'string', format: 'uuid' },
  binary: { type: 'string', format: 'binary' },
  time: { type: 'string' },
  money: { type: 'object' },
};

/** Returns the differences between a claim about a field and its schema, one per line. */
export function differences(path: string, text: string, record: Schema, isAnswer: boolean): string[] {
  const claim = readClaim(text);
  const found = find(record, path.split('.'));
  if (!found) return [`${path} is not there`];
  const { schema, isRequired } = found;
  const inner = claim.isArray ? ownOf(schema, 'array')?.items : schema;
  const faults = inner ? typeFaults(claim, inner) : ['is no array'];
  // A response may promise more than the specification does.
  if (claim.isRequired && !isRequired) faults.push('is not required');
  if (claim.isOptional && isRequired && !isAnswer) faults.push('is required');
  if (claim.isUnique && !schema.uniqueItems) faults.push('may have an item twice');
  if (claim.isDeprecated && !schema.deprecated) faults.push('is not deprecated');
  if (claim.default !== null && String(schema.default) !== claim.default)
    faults.push(`has the default ${String(schema.default)}, not ${claim.default}`);
  return faults.map((fault) => `${path} ${fault}`);
}

function typeFaults(claim: Claim, schema: Schema): string[] {
  const { type, format } = FORMATS[claim.type] ?? { type: claim.type };
  const own = ownOf(schema, type);
  if (!own) return [`is no ${claim.type}`];
  if (format !== undefined && own.format !== format) return [`has the format ${own.format}, not ${format}`];
  if (claim.type === 'money') {
    const isMoney = ['amount', 'currency'].every((name) => own.required?.includes(name));
    if (!isMoney) return ['is no money'];
  }
  return claim.values ? valueFaults(claim.values, claim.isOpen, own) : [];
}

function valueFaults(values: readonly string[], isOpen: boolean, schema: Schema): string[] {
  const allowed = (schema.enum ?? []).map(String);
  const missing = values.filter((value) => !allowed.includes(value));
  const further = isOpen ? [] : allowed.filter((value) => !values.includes(value));
  return [
    ...(missing.length > 0 ? [`does not allow ${missing.join(', ')}`] : []),
    ...(further.length > 0 ? [`allows ${further.join(', ')} too`] : []),
  ];
}

/** Returns the schema of a type, even if other types are allowed beside it. */
function ownOf(schema: Schema, type: string): Schema | undefined {
  return [schema, ...(schema.anyOf ?? [])].find((each) => each.type === type);
}

/** Finds the field at a path, through arrays and nullable parts. */
function find(
  record: Schema,
  [name = '', ...below]: readonly string[],
): { schema: Schema; isRequired: boolean } | null {
  const of = ownOf(record, 'array')?.items ?? record;
  const owner = [of, ...(of.anyOf ?? [])].find(({ properties }) => properties && name in properties);
  const schema = owner?.properties?.[name];
  if (!schema) return null;
  if (below.length > 0) return find(schema, below);
  return { schema, isRequired: owner.required?.includes(name) ?? false };
}
