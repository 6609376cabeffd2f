import { createHash } from 'node:crypto';

/**
 * @typedef {object} Bom as `npm sbom --sbom-format cyclonedx` writes it
 * @property {string} serialNumber
 * @property {{ component: { 'bom-ref': string } }} metadata
 * @property {readonly { 'bom-ref': string }[]} components
 * @property {readonly { ref: string, dependsOn: readonly string[] }[]} dependencies
 */

/**
 * Packages that a partner installs with the package: its own dependencies and theirs, of everything that npm knows of this folder.
 * Left to itself, npm leaves out what a workspace needs as well. The same lock file gives the same text: no time, and a
 * number that follows from the contents.
 *
 * @param {Bom} bom of the whole folder
 * @param {{ name: string, dependencies: Readonly<Record<string, string>> }} manifest of the package
 * @returns {object} CycloneDX
 * @throws Error when a dependency of the package is not in it
 */
export function bomOfPackage(bom, manifest) {
  const own = bom.metadata.component['bom-ref'];
  const edges = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const direct = Object.keys(manifest.dependencies).map((name) => {
    const ref = edges.get(own)?.find((candidate) => candidate.startsWith(`${name}@`));
    if (ref === undefined) throw new Error(`${name} is a dependency, and npm sbom does not name it.`);
    return ref;
  });
  const needed = new Set(direct);
  for (const ref of needed) for (const next of edges.get(ref) ?? []) needed.add(next);

  const components = bom.components.filter((component) => needed.has(component['bom-ref']));
  const dependencies = [
    { ref: own, dependsOn: direct },
    ...bom.dependencies.filter(({ ref }) => needed.has(ref)),
  ];
  const digest = createHash('sha256')
    .update(JSON.stringify([components, dependencies]))
    .digest('hex');
  return {
    ...bom,
    serialNumber: `urn:uuid:${uuid(digest)}`,
    metadata: { component: { ...bom.metadata.component, name: manifest.name } },
    components,
    dependencies,
  };
}

/** @param {string} digest hexadecimal, at least 32 digits */
function uuid(digest) {
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `a${digest.slice(17, 20)}`,
  ];
  return [...parts, digest.slice(20, 32)].join('-');
}
