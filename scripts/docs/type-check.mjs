import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/root.mjs';

const folder = join(root, 'docs/snippets');

/** Names that the pages use without saying each time where they come from. */
const SURROUNDINGS = `
import type { PaymentWidget, PaymentWidgetConfig } from 'upc-payment-widget';
declare global {
  const paymentWidget: { init(config: PaymentWidgetConfig): PaymentWidget };
  /** The options that a page passes to init in any case. */
  const config: PaymentWidgetConfig;
  /** The session token that the backend has sent. */
  const session: string;
  /** A call of the partner's own backend. */
  function ask(path: string, body?: unknown): Promise<any>;
  /** Of Jest, which gives it to each test. */
  const jest: any;
  /** Of Svelte's compiler. */
  function $props(): any;
}
`;
/** Of others, and not installed here: only what is done with the widget is checked. */
const OTHERS = `
declare module '@adyen/adyen-web/auto';
declare module '*.css';
`;

/** @type {import('typescript').CompilerOptions} */
const shared = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  paths: {
    'upc-payment-widget': [join(root, 'dist/index.d.ts')],
    'upc-payment-widget/testing': [join(root, 'dist/testing/index.d.ts')],
    'upc-payment-widget/testing/script.js': [join(root, 'package/testing-script.d.ts')],
    'upc-payment-widget/*': [join(root, 'dist/wrappers/*.d.ts')],
  },
  jsx: ts.JsxEmit.ReactJSX,
  experimentalDecorators: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  skipLibCheck: true,
  noEmit: true,
};

/**
 * Types of scripts against those of the npm package, as somebody sees them who copies them into a file. What is written
 * in JavaScript is checked without `strict`: it says nothing of types.
 *
 * @param {readonly { readonly name: string, readonly code: string }[]} scripts names end with `.ts`, `.tsx` or `.js`
 * @returns {ReadonlyMap<string, readonly string[]>} what is wrong with each, by its name
 */
export function typeErrors(scripts) {
  const files = new Map([
    [join(folder, 'surroundings.d.ts'), SURROUNDINGS],
    [join(folder, 'others.d.ts'), OTHERS],
    ...scripts.map(({ name, code }) => /** @type {const} */ ([join(folder, name), `${code}\nexport {};\n`])),
  ]);
  const ambient = [...files.keys()].filter((name) => name.endsWith('.d.ts'));
  return new Map(
    [true, false].flatMap((strict) => {
      const isMeant = (/** @type {string} */ name) => name.endsWith('.js') !== strict;
      const options = { ...shared, strict, allowJs: true, checkJs: true };
      const program = ts.createProgram({
        rootNames: [...ambient, ...[...files.keys()].filter(isMeant)],
        options,
        host: hostOf(files, options),
      });
      return scripts
        .filter(({ name }) => isMeant(name))
        .map(({ name }) => /** @type {const} */ ([name, errorsIn(program, join(folder, name))]));
    }),
  );
}

/**
 * @param {ReadonlyMap<string, string>} files that are not on the disk
 * @param {import('typescript').CompilerOptions} options
 */
function hostOf(files, options) {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version);
  };
  return host;
}

/**
 * @param {import('typescript').Program} program
 * @param {string} file
 */
function errorsIn(program, file) {
  const source = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText, start = 0 }) => {
      const { line } = source?.getLineAndCharacterOfPosition(start) ?? { line: 0 };
      return `line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    },
  );
}
