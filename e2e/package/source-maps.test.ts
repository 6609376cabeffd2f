import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';
import { packedFiles } from './packed-files.js';

const scripts = (await packedFiles()).filter((file) => /^dist\/(es|script|testing)\/.*\.js$/.test(file));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
/** Reads a file's source map. The map of a data chunk has no `sourcesContent`. */
const mapOf = (file: string): SourceMapPayload => ({
  sourcesContent: [],
  ...(JSON.parse(read(`${file}.map`)) as Omit<SourceMapPayload, 'sourcesContent'>),
});

describe('the source maps', () => {
  it.each([
    ['dist/script/widget.js', 'This page already runs version', /src\/init\/runtime\.ts$/],
    [scripts.find((file) => file.includes('widget-later')) ?? '', 'upc-stripe', /stripe\/stripe-script\.ts$/],
    ['dist/es/chunks/init.js', 'This page already runs version', /src\/init\/runtime\.ts$/],
  ])('lead from %s to the line', (file, needle, module) => {
    const before = read(file).slice(0, read(file).indexOf(needle)).split('\n');
    const payload = mapOf(file);
    const found = new SourceMap(payload).findEntry(before.length - 1, before.at(-1)?.length ?? 0);
    if (!('originalSource' in found)) throw new Error('The map says nothing of this place.');
    const source = payload.sourcesContent[payload.sources.indexOf(found.originalSource)];
    expect(found.originalSource).toMatch(module);
    expect(source?.split('\n')[found.originalLine]).toContain(needle);
  });

  it('lie beside every file that holds code, with the sources in them', () => {
    expect(scripts.length).toBeGreaterThan(40);
    // The entry only re-exports its chunks, and the bundler's own runtime has no source.
    const withoutSource = ['dist/es/index.js', 'dist/es/chunks/rolldown-runtime.js'];
    for (const file of scripts.filter((name) => !withoutSource.includes(name))) {
      expect(read(file)).toMatch(/\n\/\/# sourceMappingURL=[\w-]+\.js\.map\s*$/);
      const { sources, sourcesContent } = mapOf(file);
      expect(sourcesContent.filter(Boolean)).toHaveLength(sources.length);
    }
  });

  it('name files of the repository and of packages, never of the machine that built them', () => {
    for (const file of scripts.filter((name) => existsSync(join(root, `${name}.map`)))) {
      for (const source of mapOf(file).sources) {
        const path = relative(root, resolve(root, dirname(file), source)).replaceAll('\\', '/');
        expect(path).toMatch(/^(src|packages\/contract|locales|styles|node_modules)\//);
        expect(source.startsWith('../../')).toBe(true);
      }
    }
  });
});
