import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { npm } from './lib/run.mjs';
import { bomOfPackage } from './lib/sbom.mjs';

// Writes dist/sbom.cdx.json (CycloneDX), from package-lock.json alone: what a partner installs with the package, and what
// the test kit holds.
const { code, output } = await npm([
  'sbom',
  '--sbom-format=cyclonedx',
  '--package-lock-only',
  '--omit=peer',
  '--loglevel=silent',
]);
if (code !== 0) throw new Error(`npm sbom failed:\n${output}`);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { '@cfworker/json-schema': version } = manifest.devDependencies;
const dependencies = { ...manifest.dependencies, '@cfworker/json-schema': version };
const bom = bomOfPackage(JSON.parse(output), { ...manifest, dependencies });
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`);
