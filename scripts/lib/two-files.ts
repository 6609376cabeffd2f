import { createHash } from 'node:crypto';
import MagicString from 'magic-string';
import { minify, type MinifyOptions } from 'terser';
import type { Plugin } from 'vite';

const FIRST = 'widget.js';
const LATER = 'widget-later.js';

/**
 * Hint at the start of a file by which Chromium compiles all its functions while it loads, in parallel with other work.
 * That pays off only for a file that calls most of its functions at once (packages/bench/widget/notes.md).
 */
const compileHint = '//# allFunctionsCalledOnLoad';

/** The only helper of the bundler that the code needs, which would otherwise be one more file. */
const exportAll = `const __exportAll = (getters) =>
  Object.defineProperties({}, Object.fromEntries(Object.entries(getters).map(([name, get]) => [name, { get }])));`;

interface TwoFilesOptions {
  /** Modules of the first file; it also contains everything that they import. */
  readonly first: RegExp;
  /** Code at the start of the first file's function. */
  readonly intro: string;
  readonly preamble: string;
  readonly compress: MinifyOptions['compress'] & object;
}

/**
 * Builds one classic script in two files. The bundler splits the code into two ES modules. This plugin makes each a
 * function: the first file shares its exports with the second, and loads it in place of `import()`. The second file is
 * named after its hash, and the first one contains its integrity hash.
 */
export function twoFiles({ first, intro, preamble, compress }: TwoFilesOptions): Plugin {
  return {
    name: 'two-files',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            chunkFileNames: '[name].js',
            codeSplitting: {
              groups: [{ name: 'widget', test: first, priority: 1 }, { name: 'widget-later' }],
            },
          },
        },
      },
    }),
    renderChunk(code, { fileName }) {
      if (fileName !== FIRST && fileName !== LATER) return null;
      const text = new MagicString(code);
      text.replace(/^export \{([^}]*)\};$/m, (_, names: string) => {
        const members = names.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2: $1');
        return fileName === FIRST ? `laterFile.shared = {${members}};` : `return {${members}};`;
      });
      text.replace('import { t as __exportAll } from "./rolldown-runtime.js";', '');
      if (fileName === FIRST) {
        text.replaceAll(`import("./${LATER}")`, 'laterFile.load()');
        text
          .prepend(`(() => {"use strict";${intro}\n${exportAll}\nconst laterFile = {};\n`)
          .append('\n})();');
      } else {
        text.replace(
          /^import \{([^}]*)\} from ".\/widget.js";$/m,
          (_, names: string) =>
            `globalThis[Symbol.for("upc-payment-widget")].later(({${names.replaceAll(' as ', ': ')}}) => {"use strict";\n${exportAll}`,
        );
        text.append('\n});');
      }
      return { code: text.toString(), map: text.generateMap({ hires: true }) };
    },
    async generateBundle(_, bundle) {
      /** Minifies a chunk again. Together, both minifiers leave 0.6 KiB (gzip) less than either of them. */
      const minifyChunk = async (fileName: string, constants: object) => {
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk' || chunk.map === null)
          throw new Error(`There is no ${fileName} with a map.`);
        const { code, map } = await minify(chunk.code, {
          ecma: 2020,
          compress: { ...compress, global_defs: constants },
          // The first minifier's short names stay, because they repeat more often than ours would.
          mangle: false,
          format: { preamble: fileName === FIRST ? `${compileHint}\n${preamble}` : preamble },
          sourceMap: { content: JSON.stringify(chunk.map), includeSources: true },
        });
        if (code === undefined || map === undefined) throw new Error(`Nothing is left of ${fileName}.`);
        for (const done of [fileName, `${fileName}.map`]) Reflect.deleteProperty(bundle, done);
        return { code, map: JSON.parse(map as string) as object };
      };
      const emit = (fileName: string, { code, map }: Awaited<ReturnType<typeof minifyChunk>>): string => {
        const source = `${code}\n//# sourceMappingURL=${fileName}.map`;
        this.emitFile({ type: 'asset', fileName, source });
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.map`,
          source: JSON.stringify({ ...map, file: fileName }),
        });
        return `sha384-${createHash('sha384').update(source).digest('base64')}`;
      };
      for (const fileName of ['entry.js', 'rolldown-runtime.js']) Reflect.deleteProperty(bundle, fileName);
      const later = await minifyChunk(LATER, {});
      const name = `widget-later-${createHash('sha256').update(later.code).digest('hex').slice(0, 16)}.js`;
      const integrity = emit(name, later);
      emit(FIRST, await minifyChunk(FIRST, { __LATER_NAME__: name, __LATER_INTEGRITY__: integrity }));
    },
  };
}
