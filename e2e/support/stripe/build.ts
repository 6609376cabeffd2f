import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../process.js';

/** The folder of the stand-in's scripts, one classic script each. */
export const standInFolder = join(root, 'test-results/stripe-stand-in');

const scripts = ['stripe-js', 'frame', 'challenge'] as const;
export type StandInScript = (typeof scripts)[number];

export async function buildStandIn(): Promise<void> {
  for (const name of scripts) {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      build: {
        outDir: standInFolder,
        emptyOutDir: false,
        minify: false,
        lib: {
          entry: join(root, `e2e/support/stripe/stand-in/${name}.ts`),
          formats: ['iife'],
          name: 'standIn',
          fileName: () => `${name}.js`,
        },
      },
    });
  }
}
