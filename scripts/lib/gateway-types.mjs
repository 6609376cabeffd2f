import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapi, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { root } from './root.mjs';

/**
 * Both sides of the gateway take their types from the one contract.
 * @returns {Promise<string>} source of a TypeScript module
 */
export async function gatewayTypes() {
  const contract = pathToFileURL(join(root, 'contract/gateway.yaml'));
  return COMMENT_HEADER + astToString(await openapi(contract));
}
