import { readFile } from 'node:fs/promises';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';

const page = {
  name: 'page',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'index.html', source: await readFile('src/index.html') });
  },
};

export default {
  input: 'src/main.js',
  output: { dir: 'dist' },
  plugins: [nodeResolve({ browser: true }), terser(), page],
};
