import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

const SCHEMA = new URL('../../../../docs/public/webhook-events.schema.json', import.meta.url);

/** Compiles the JSON Schema that partners have, as strictly as Ajv can. */
export function eventValidator(): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, keywords: ['x-upc'] });
  ajvFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);
}
