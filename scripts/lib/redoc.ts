import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { redocScript } from '../../packages/service/src/core/http/api-reference/redoc-script.js';
import { type Library, licenseOf, standardLicense, together } from './licenses.js';

/** Libraries in Redoc's script that npm does not install with it, because only Redoc's own build needs them. */
const NOT_INSTALLED: readonly Library[] = [
  { name: '@emotion/stylis', version: '0.8', license: 'MIT', author: 'Sultan Tarimo and Emotion team' },
  { name: '@emotion/unitless', version: '0.7', license: 'MIT', author: 'Emotion team' },
  { name: '@redocly/workerize-loader', version: '1.3', license: 'MIT', author: 'Jason Miller' },
  { name: 'css-loader', version: '6', license: 'MIT', author: 'JS Foundation and other contributors' },
  { name: 'hoist-non-react-statics', version: '3.3', license: 'BSD-3-Clause', author: 'Yahoo! Inc.' },
  { name: 'lodash.noop', version: '3.0', license: 'MIT', author: 'The Dojo Foundation' },
  { name: 'shallowequal', version: '1.1', license: 'MIT', author: 'Alberto Leal' },
  { name: 'style-loader', version: '3', license: 'MIT', author: 'JS Foundation and other contributors' },
  { name: 'unfetch', version: '5.0', license: 'MIT', author: 'Jason Miller' },
];

/** Adds Redoc for the API reference to the build of the service: its script, also compressed, and its licenses. */
export function redoc(): Plugin {
  return {
    name: 'redoc',
    generateBundle() {
      const script = redocScript();
      const emit = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName: `api-reference/${fileName}`, source });
      emit('redoc.js', script);
      emit('redoc.js.br', brotliCompressSync(script));
      emit('redoc.js.gz', gzipSync(script, { level: 9 }));
      emit('redoc.js.LICENSES.txt', together(redocLicenses()));
    },
  };
}

/**
 * Returns the license text of Redoc and of each library in its script, which the source map names.
 * @throws when neither npm has installed a library nor NOT_INSTALLED names it
 */
function redocLicenses(): readonly string[] {
  const script = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
  const folder = dirname(dirname(script));
  const { sources } = JSON.parse(readFileSync(`${script}.map`, 'utf8')) as { sources: readonly string[] };
  const names = sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
  const ofLibraries = [...new Set(names)].map((name) => {
    const installed = [join(folder, 'node_modules', name), join(dirname(folder), name)].find((each) =>
      existsSync(each),
    );
    if (installed !== undefined) return licenseOf(installed);
    const library = NOT_INSTALLED.find((each) => each.name === name);
    if (!library)
      throw new Error(`Redoc contains ${name}, which is not installed: NOT_INSTALLED must name it.`);
    return standardLicense(library);
  });
  return [licenseOf(folder), ...ofLibraries];
}
