import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { npm } from './lib/run.mjs';

/**
 * @typedef {object} Bom output of `npm sbom --sbom-format cyclonedx`
 * @property {{ component: { 'bom-ref': string } }} metadata
 * @property {readonly { 'bom-ref': string }[]} components
 * @property {readonly { ref: string, dependsOn: readonly string[] }[]} dependencies
 */

/*
 * Writes dist/sbom.cdx.json (CycloneDX) from package-lock.json only. It lists the packages that a partner installs with
 * ours, which are its dependencies and their dependencies, and the packages that ours contains. By default, npm
 * would omit packages that a development dependency needs as well, and would name our package after its folder. Time
 * and serial number are removed, so that the same lock file gives the same text.
 */
const { code, output } = await npm([
  'sbom',
  '--sbom-format=cyclonedx',
  '--package-lock-only',
  '--omit=peer',
  '--loglevel=silent',
]);
if (code !== 0) throw new Error(`npm sbom failed:\n${output}`);
/** @type {Bom & { serialNumber: string }} */
const { serialNumber: _, ...bom } = JSON.parse(output);
/** @type {{ name: string, dependencies: Record<string, string> }} */
const { name, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const own = bom.metadata.component['bom-ref'];
const edges = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
// The widget and the test kit are bundled with one package each.
const direct = [...Object.keys(dependencies), 'ibantools', '@cfworker/json-schema'].map((wanted) => {
  const ref = edges.get(own)?.find((candidate) => candidate.startsWith(`${wanted}@`));
  if (ref === undefined) throw new Error(`${wanted} is a dependency, and npm sbom does not name it.`);
  return ref;
});
const needed = new Set(direct);
for (const ref of needed) for (const next of edges.get(ref) ?? []) needed.add(next);

const bomOfPackage = {
  ...bom,
  metadata: { component: { ...bom.metadata.component, name } },
  components: bom.components.filter((component) => needed.has(component['bom-ref'])),
  dependencies: [{ ref: own, dependsOn: direct }, ...bom.dependencies.filter(({ ref }) => needed.has(ref))],
};
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(bomOfPackage, null, 2)}\n`);
