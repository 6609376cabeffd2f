import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapi, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { parse } from 'yaml';
import { root } from './root.mjs';

/** @returns {any} the contract between widget and gateway, parsed */
export function gatewayDocument() {
  return parse(readFileSync(join(root, 'contract/gateway.yaml'), 'utf8'));
}

/**
 * Both sides of the gateway take their types from the one contract.
 * @param {any} [document] another contract than the one there is
 * @returns {Promise<string>} source of a TypeScript module
 */
export async function gatewayTypes(document = gatewayDocument()) {
  return COMMENT_HEADER + astToString(await openapi(document));
}
