import { build } from 'esbuild';
import { build as buildWithRolldown } from 'vite';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';

const page = `import { PaymentWidgetError } from 'upc-payment-widget'; globalThis.is = (e) => e instanceof PaymentWidgetError;`;
const MOST = 1024;

it.each([true, false])('costs little with esbuild, splitting: %s', async (splitting) => {
  const { metafile } = await build({
    stdin: { contents: page, resolveDir: root },
    bundle: true,
    splitting,
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    outdir: 'out',
  });
  const loaded = new Set(Object.keys(metafile.outputs).filter((name) => name.endsWith('/stdin.js')));
  expect(loaded.size).toBe(1);
  for (const name of loaded) {
    for (const { path, kind } of metafile.outputs[name]?.imports ?? [])
      if (kind === 'import-statement') loaded.add(path);
  }
  const bytes = [...loaded].reduce((sum, name) => sum + (metafile.outputs[name]?.bytes ?? 0), 0);
  expect(bytes).toBeLessThan(MOST);
});

it('costs little with Rolldown', async () => {
  const result = await buildWithRolldown({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, rolldownOptions: { input: 'virtual:page' } },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'virtual:page' ? id : null),
        load: (id) => (id === 'virtual:page' ? page : null),
      },
    ],
  });
  const files = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  const chunks = files.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry));
  expect(loaded.size).toBe(1);
  for (const { imports } of loaded)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  expect([...loaded].reduce((sum, { code }) => sum + code.length, 0)).toBeLessThan(MOST);
});
