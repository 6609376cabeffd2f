import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { lazy } from './memo.js';

const GATEWAY_DESCRIPTION = fileURLToPath(new URL('../../../contract/gateway.yaml', import.meta.url));

/**
 * Returns the OpenAPI description of the gateway, or of another file. The gateway's own file is parsed once and never
 * changed.
 */
export function readGatewayDescription(file?: string): unknown {
  return file === undefined ? ours() : read(file);
}

const ours = lazy(() => read(GATEWAY_DESCRIPTION));

function read(file: string): unknown {
  return parse(readFileSync(file, 'utf8'));
}
