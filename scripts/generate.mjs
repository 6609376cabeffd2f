import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapi, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { root } from './lib/root.mjs';

// Both sides of the gateway take their types from the one contract. `--check` writes nothing and fails when a
// file would change.
const contract = join(root, 'service/openapi/gateway.yaml');
const targets = ['src/gateway/gateway-types.ts', 'service/src/gateway/gateway-types.ts'];

const source = COMMENT_HEADER + astToString(await openapi(pathToFileURL(contract)));
const check = process.argv.includes('--check');
for (const target of targets) {
  const path = join(root, target);
  const text = await format(source, { ...(await resolveConfig(path)), filepath: path });
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${target} is not what service/openapi/gateway.yaml generates: run npm run generate.`);
    process.exitCode = 1;
  }
}
