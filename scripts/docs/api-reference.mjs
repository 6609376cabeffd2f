import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';
import { docs } from './site.mjs';

const SERVICE = join(root, 'packages/service');
/** The page, its style sheet and its script. */
const SOURCES = join(SERVICE, 'src/core/http/api-reference');
const DESCRIPTION = join(SERVICE, 'dist/open-api.json');
/** VitePress copies this folder into the site as it is. */
const PUBLIC = join(docs, 'public');
const BACK = '<p class="back"><a href="../open-api.html">Back to the documentation</a></p>';

/**
 * Puts the API reference of the service into the documentation site, at `/api-reference/`, and the description of the
 * Open API at `/open-api.json`.
 * @throws Error when the service is not built
 */
export function addApiReference() {
  if (!existsSync(DESCRIPTION))
    throw new Error('packages/service/dist/open-api.json does not exist yet: run npm run build.');
  const folder = join(PUBLIC, 'api-reference');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const file of ['reference.css', 'reference.js']) cpSync(join(SOURCES, file), join(folder, file));
  for (const file of ['redoc.js', 'redoc.js.LICENSES.txt'])
    cpSync(join(SERVICE, 'dist/api-reference', file), join(folder, file));
  cpSync(DESCRIPTION, join(PUBLIC, 'open-api.json'));
  const page = readFileSync(join(SOURCES, 'page.html'), 'utf8');
  writeFileSync(
    join(folder, 'index.html'),
    page.replaceAll('../openapi.json', '../open-api.json').replace('<body>', `$&\n    ${BACK}`),
  );
}
