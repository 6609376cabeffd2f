import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Lets modules that are bundled into one file find the files beside their source (texts, migrations, tables).
 * `import.meta.url` remains the address of the source, relative to the bundle, so that both can be moved together. All
 * files of the bundle must be in one folder.
 */
export function filesBesideModules(): Plugin {
  let folder = '';
  return {
    name: 'files-beside-modules',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir);
    },
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null;
      const from = path.relative(folder, id.split('?')[0] ?? id).replaceAll(path.sep, '/');
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(from)}, import.meta.url).href`);
    },
  };
}
