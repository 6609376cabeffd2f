import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { elementsManifest } from './generate/elements-manifest.mjs';
import { root } from './lib/root.mjs';

// Writes dist/custom-elements.json, which editors and documentation tools read.
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, 'dist/custom-elements.json'), `${JSON.stringify(elementsManifest(), null, 2)}\n`);
