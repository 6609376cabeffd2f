import { build } from 'esbuild';

await build({
  entryPoints: ['src/main.js', 'src/index.html'],
  outdir: 'dist',
  bundle: true,
  // Forms and languages are separate files, which load when they are needed.
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  loader: { '.html': 'copy' },
});
