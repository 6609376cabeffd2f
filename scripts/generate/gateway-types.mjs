import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapi, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { parse } from 'yaml';
import { root } from '../lib/root.mjs';

/**
 * The parsed contract between widget and gateway, with the parts that the scripts change.
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
 * Generates the types of both sides of the gateway from their contract.
 * @param {GatewayDocument} [document] a contract other than the current one
 * @returns {Promise<string>} source of a TypeScript module
 */
export async function gatewayTypes(document = gatewayDocument()) {
  const types = astToString(await openapi(/** @type {any} */ (document)));
  // Editors show the description of a name only if it is not in a tag.
  return COMMENT_HEADER + types.replaceAll(/(\/\*\*|\*) @description /g, '$1 ');
}
