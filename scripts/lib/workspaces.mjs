import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Folders of the workspaces in package.json, from the root. */
export const workspaces = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'demo'];
