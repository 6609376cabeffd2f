import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/root.mjs';
import { errorsIn } from '../lib/type-errors.mjs';

/** Folder for the checked scripts. It is below the root, so that packages are found. */
const cache = join(root, '.cache');

/** Declarations of names that the pages use without importing or declaring them. */
const SURROUNDINGS = `
import type { Client } from 'upc-open-api';
import type { PaymentWidget, PaymentWidgetConfig, PreloadOptions } from 'upc-payment-widget';
declare global {
  const paymentWidget: {
    init(config: PaymentWidgetConfig): PaymentWidget;
    preload(options: PreloadOptions): void;
  };
  /** Options that a page always passes to init. */
  const config: PaymentWidgetConfig;
  /** The session token that the backend has sent. */
  const session: string;
  /** The client of the Open API in the partner's backend. */
  const client: Client;
  /** A call of the partner's own backend. */
  function ask(path: string, body?: unknown): Promise<any>;
  /** Jest provides it to each test. */
  const jest: any;
  /** Svelte's compiler provides it. */
  function $props(): any;
}
`;
/** Modules of other vendors, which are not installed here. Only the use of the widget is checked. */
const OTHERS = `
declare module '@adyen/adyen-web/auto';
declare module '*.css';
`;
const ambient = [
  { name: 'surroundings.d.ts', code: SURROUNDINGS },
  { name: 'others.d.ts', code: OTHERS },
];

const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  // This keeps the names of each script separate.
  moduleDetection: 'force',
  paths: {
    'upc-payment-widget': [join(root, 'dist/index.d.ts')],
    'upc-payment-widget/testing': [join(root, 'dist/testing/index.d.ts')],
    'upc-payment-widget/testing/msw': [join(root, 'dist/wrappers/msw.d.ts')],
    'upc-payment-widget/testing/script.js': [join(root, 'src/testkit/testing-script.d.ts')],
    'upc-payment-widget/*': [join(root, 'dist/wrappers/*.d.ts')],
    'upc-open-api': [join(root, 'packages/sdk/dist/index.d.ts')],
    'upc-open-api/webhooks': [join(root, 'packages/sdk/dist/webhooks.d.ts')],
  },
  jsx: 'react-jsx',
  experimentalDecorators: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  skipLibCheck: true,
  noEmit: true,
  allowJs: true,
  checkJs: true,
};

/**
 * Checks the types of scripts against those of the npm package, as for a reader who copies a script into a file.
 * JavaScript is checked without `strict`, because it contains no types.
 *
 * @param {readonly { readonly name: string, readonly code: string }[]} scripts names end with `.ts`, `.tsx` or `.js`
 * @returns {ReadonlyMap<string, readonly string[]>} the errors in each script, by its name
 */
export function typeErrors(scripts) {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'snippets-'));
  try {
    for (const { name, code } of [...ambient, ...scripts]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), code);
    }
    const errors = [true, false].flatMap((strict) => {
      const checked = scripts.filter(({ name }) => name.endsWith('.js') !== strict);
      const project = `tsconfig.${strict ? 'strict' : 'loose'}.json`;
      const files = [...ambient, ...checked].map(({ name }) => name);
      writeFileSync(
        join(folder, project),
        JSON.stringify({ compilerOptions: { ...compilerOptions, strict }, files }),
      );
      return errorsIn(folder, project);
    });
    return new Map(
      scripts.map(({ name }) => [
        name,
        errors.filter(({ file }) => file === name).map(({ line, message }) => `line ${line}: ${message}`),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
