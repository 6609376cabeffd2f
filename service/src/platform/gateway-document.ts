import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const GATEWAY_DOCUMENT = fileURLToPath(new URL('../../../contract/gateway.yaml', import.meta.url));

/** The OpenAPI document of the gateway, or of another file in its place. */
export function readGatewayDocument(file: string = GATEWAY_DOCUMENT): unknown {
  return parse(readFileSync(file, 'utf8'));
}
