import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { countrySpecs } from 'ibantools';
import MagicString from 'magic-string';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { isSepaCountry } from './packages/contract/src/iban.js';
import { cutIbanTables } from './scripts/lib/iban-tables.mjs';
import { licensesOfLibraries } from './scripts/lib/licenses.js';
import { twoFiles } from './scripts/lib/two-files.js';

const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};

const define = {
  __VERSION__: JSON.stringify(version),
  // Addresses by `environment/region`. Without them a page must pass `baseUrl`.
  __GATEWAY_URLS__: JSON.stringify(JSON.parse(process.env.UPC_GATEWAY_URLS ?? '{}')),
};

// The first version of each browser with color-mix(), which the stylesheets require.
const target = ['es2022', 'chrome111', 'firefox113', 'safari16.4'];

/**
 * Code that every page loads, with all of its imports, and code that most forms share. All of it is one chunk.
 * Otherwise bundlers put each part that later chunks share into a file of its own: all bundlers do that to small chunks
 * if the page's own module contains a top-level await. Only some forms need the code for IBANs, so it is not part of
 * this.
 */
const everyPage =
  /src\/(ascii|init\/init|forms\/(email-field|holder-field|mandate-consent|text-validate))\.ts$/;

/** Code that the submission shares with forms with more fields, and with the elements that show how a payment ended. */
const formParts =
  /contract\/src\/catalogue\.ts$|src\/(elements\/(outcome-element|fact-list|link|method-info\/method-info|select-field\/select-field)|core\/random-id|forms\/(address-fields|digits|transfer-account))\.ts$|pending-outcome\.css/;

/**
 * Code between a form and the fields of its provider. Each provider has an adapter of its own, which is not part of it.
 */
const securedFields =
  /src\/(methods\/credit-card-form|elements\/(express\/express|secured-fields\/secured-fields)|providers\/(minor-units|provider-group|secured-fields|within))\.ts$|\/frames\.css/;

/**
 * To a browser, indentation in the templates of elements is a single line break, but no minifier knows that. The build
 * reprints all other white space of these modules anyway.
 */
const templatesWithoutIndentation: Plugin = {
  name: 'templates-without-indentation',
  transform: {
    filter: { id: /\/src\/elements\/.*\.ts$/ },
    handler: (code) => {
      const lines = new MagicString(code).replaceAll(/\n\s+/g, '\n');
      return { code: lines.toString(), map: lines.generateMap({ hires: true }) };
    },
  },
};

/** Keeps only the IBAN tables of the countries that a form accepts. */
const ibanTables: Plugin = {
  name: 'iban-tables',
  transform: {
    filter: { id: /\/ibantools\/.*\.js$/ },
    handler: (code) => ({ code: cutIbanTables(code, countrySpecs, isSepaCountry), map: null }),
  },
};

/**
 * ES modules for npm: split, with the run-time libraries left as dependencies. Only ibantools is bundled, because half
 * of it is tables of countries that no form accepts.
 */
const modules: UserConfig = {
  define,
  plugins: [templatesWithoutIndentation, ibanTables, licensesOfLibraries('LICENSES.txt')],
  build: {
    target,
    outDir: 'dist/es',
    copyPublicDir: false,
    minify: false,
    sourcemap: true,
    // The stylesheets are text in the modules, and no consumer's bundler minifies them.
    cssMinify: true,
    lib: { entry: 'src/index.ts', formats: ['es'] },
    rolldownOptions: {
      external: Object.keys(dependencies).map((name) => new RegExp(`^${name}($|/)`)),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
        codeSplitting: {
          groups: [
            // The first group is only the error's class, for pages that import nothing else. Then comes the code that
            // every page loads, and then the code that only `init` needs. No form imports that code, so bundlers leave
            // both out for a page that imports only the class.
            { name: 'payment-widget-error', test: /src\/errors\/payment-widget-error\.ts$/, priority: 2 },
            { name: 'widget', test: everyPage, priority: 1 },
            { name: 'init', test: /src\/init\/es-init\.ts$/ },
            // The Swiss forms share the field of the IBAN, which would otherwise be one more file of the first form.
            { name: 'sepa-form', test: /src\/methods\/sepa-form\.ts$/ },
            // Small parts that several later chunks share. A file for each of them would cost more than its bytes.
            { name: 'form-parts', test: formParts },
            { name: 'secured-fields', test: securedFields },
          ],
        },
      },
    },
  },
};

/*
 * One classic script, whose second file is loaded when it is needed (two-files.ts). One integrity hash covers all the
 * code. If a copy is already on the page, it returns before any library runs, because Lit's Trusted Types policy and
 * customElements.define throw the second time.
 */
const intro = `
var first = globalThis[Symbol.for("upc-payment-widget")];
if (first) {
  if (first.version.split(".")[0] !== "${version.split('.')[0]}")
    console.error("upc-payment-widget: version " + first.version + " is already on this page; version ${version} was not started.");
  if (!globalThis.paymentWidget) globalThis.paymentWidget = Object.freeze({ init: first.init, preload: first.preload, version: first.version });
  return;
}`;

/**
 * Modules that the first file of the script contains, with all of their imports: what the first form needs, and the
 * bundler's own helpers.
 */
const firstFile = /rolldown.runtime|src\/(script-tag|methods\/sepa-form)\.ts$/;

/** Writes locales and logos beside the script, because they are data, not code. The script contains English. */
const dataBesideScript: Plugin = {
  name: 'data-beside-script',
  generateBundle() {
    for (const file of readdirSync('locales').filter((name) => name !== 'en.json')) {
      const source = JSON.stringify(JSON.parse(readFileSync(`locales/${file}`, 'utf8')));
      this.emitFile({ type: 'asset', fileName: `locales/${file}`, source });
    }
    const logos = JSON.stringify(JSON.parse(readFileSync('src/elements/logo/logos.json', 'utf8')));
    this.emitFile({ type: 'asset', fileName: 'logos.json', source: logos });
  },
};

const LICENSES = 'widget.js.LICENSES.txt';

/**
 * Compresses each file of the script as browsers accept it, once for all requests. The service sends these files
 * (widget-files.ts).
 */
const compressed: Plugin = {
  name: 'compressed',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
      this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotliCompressSync(source) });
      this.emitFile({
        type: 'asset',
        fileName: `${file.fileName}.gz`,
        source: gzipSync(source, { level: 9 }),
      });
    }
  },
};

const script: UserConfig = {
  define: { ...define, 'process.env.NODE_ENV': '"production"' },
  plugins: [
    templatesWithoutIndentation,
    ibanTables,
    dataBesideScript,
    licensesOfLibraries(LICENSES),
    twoFiles({
      first: firstFile,
      intro,
      preamble: `/*! Licenses: ${LICENSES} */`,
      compress: {
        passes: 3,
        unsafe_arrows: true,
        // Getters have no side effects here, and no code reads the number of a function's parameters.
        pure_getters: true,
        keep_fargs: false,
        // i18next logs these messages for developers who debug it, but the widget's instance is silent
        // (plurals.ts).
        pure_funcs: ['log', 'warn', 'deprecate', 'once'].map((level) => `this.logger.${level}`),
      },
    }),
    compressed,
  ],
  build: {
    target,
    outDir: 'dist/script',
    lib: { entry: 'src/script-tag.ts', formats: ['es'], fileName: () => 'entry.js' },
    copyPublicDir: false,
    sourcemap: true,
  },
};

export default defineConfig(({ mode }) => (mode === 'script' ? script : modules));
