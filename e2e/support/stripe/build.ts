import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../process.js';

/** Folder of the stand-in's scripts, each a classic script. */
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
