import { build } from 'esbuild';

await build({
  entryPoints: ['src/main.js', 'src/index.html'],
  outdir: 'dist',
  bundle: true,
  // Forms and languages are files of their own, loaded when they are needed.
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  loader: { '.html': 'copy' },
});
