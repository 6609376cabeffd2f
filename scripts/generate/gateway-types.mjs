import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapi, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { parse } from 'yaml';
import { root } from '../lib/root.mjs';

/**
 * The contract between widget and gateway, parsed, as far as the scripts change it.
 * @typedef {object} GatewayDocument
 * @property {{ schemas: {
 *   PaymentMethod: { enum: string[] },
 *   MandateOffer: { properties: { scheme: { enum: string[] } } },
 *   PaymentInstrumentDetails: { properties: Record<string, object> },
 * } }} components
 */

/** @returns {GatewayDocument} */
export function gatewayDocument() {
  return parse(readFileSync(join(root, 'packages/contract/gateway.yaml'), 'utf8'));
}

/**
 * Both sides of the gateway take their types from the one contract.
 * @param {GatewayDocument} [document] another contract than the one there is
 * @returns {Promise<string>} source of a TypeScript module
 */
export async function gatewayTypes(document = gatewayDocument()) {
  const types = astToString(await openapi(/** @type {any} */ (document)));
  // A tag is not what editors show of a name: the description is.
  return COMMENT_HEADER + types.replaceAll(/(\/\*\*|\*) @description /g, '$1 ');
}
