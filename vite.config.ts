import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { countrySpecs } from 'ibantools';
import MagicString from 'magic-string';
import { minify } from 'terser';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { isSepaCountry } from './packages/contract/src/iban.js';
import { cutIbanTables } from './scripts/lib/iban-tables.mjs';
import { licensesOfLibraries } from './scripts/lib/licenses.js';

const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};

const define = {
  __VERSION__: JSON.stringify(version),
  // Addresses by `environment/region`; without them a page must give `baseUrl`.
  __GATEWAY_URLS__: JSON.stringify(JSON.parse(process.env.UPC_GATEWAY_URLS ?? '{}')),
};

// The first of each with color-mix(), which the stylesheets need.
const target = ['es2022', 'chrome111', 'firefox113', 'safari16.4'];

/**
 * Code that every page loads, with all that it imports, and code that most forms share is one chunk. Where later chunks share a
 * part of it, bundlers leave each part in a file of its own: all of them do that to small chunks if the page's own module
 * awaits something. Of IBANs only some forms know.
 */
const everyPage =
  /src\/(ascii|init\/init|forms\/(address-fields|digits|email-field|holder-field|mandate-consent|postal-code|text-validate))\.ts$/;

/** Code that the submission shares with forms that ask for more, and with what shows how a payment ended. */
const formParts =
  /src\/(elements\/(outcome-element|fact-list|link|method-info\/method-info|select-field\/select-field)|core\/random-id|forms\/transfer-account)\.ts$|pending-outcome\.css/;

/** Between a form and the fields of its provider, of which each has an adapter of its own. */
const securedFields =
  /src\/(methods\/credit-card-form|elements\/secured-fields\/secured-fields|providers\/(minor-units|provider-group|secured-fields|within))\.ts$/;

/**
 * Indentation in the templates of elements is one line break to a browser, and no minifier knows that. All other white
 * space of these modules is printed again.
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

/** ES modules for npm: split, with the run-time libraries left as dependencies. */
const modules: UserConfig = {
  define,
  plugins: [templatesWithoutIndentation],
  build: {
    target,
    outDir: 'dist/es',
    copyPublicDir: false,
    minify: false,
    sourcemap: true,
    // The stylesheets are text in the modules, which no bundler of a consumer makes smaller.
    cssMinify: true,
    lib: { entry: 'src/index.ts', formats: ['es'] },
    rolldownOptions: {
      external: Object.keys(dependencies).map((name) => new RegExp(`^${name}($|/)`)),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
        codeSplitting: {
          groups: [
            // The error's class alone, for pages that import nothing else; then what every page loads; and what only `init`
            // needs, which no form imports, so that bundlers leave both out for a page that takes the class alone.
            { name: 'payment-widget-error', test: /src\/errors\/payment-widget-error\.ts$/, priority: 2 },
            { name: 'widget', test: everyPage, priority: 1 },
            { name: 'init', test: /src\/init\/es-init\.ts$/ },
            // Small parts that several of the later chunks share: a file each costs more than its bytes.
            { name: 'form-parts', test: formParts },
            { name: 'secured-fields', test: securedFields },
          ],
        },
      },
    },
  },
};

/*
 * One classic script with everything in it, so that one integrity hash covers all the code. It returns before any
 * library runs when a copy is on the page: Lit's Trusted Types policy and customElements.define throw the second time.
 */
const intro = `
var first = globalThis[Symbol.for("upc-payment-widget")];
if (first) {
  if (first.version.split(".")[0] !== "${version.split('.')[0]}")
    console.error("upc-payment-widget: version " + first.version + " is already on this page; version ${version} was not started.");
  if (!globalThis.paymentWidget) globalThis.paymentWidget = Object.freeze({ init: first.init, version: first.version });
  return;
}`;

/** Of the tables of IBANs those of countries that a form takes. */
const ibanTables: Plugin = {
  name: 'iban-tables',
  transform: {
    filter: { id: /\/ibantools\/.*\.js$/ },
    handler: (code) => ({ code: cutIbanTables(code, countrySpecs, isSepaCountry), map: null }),
  },
};

/** Locales and logos beside the script: data, not code. English is inside it. */
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

/** A second minifier after Vite's own: together they leave 0.6 KiB (gzip) less than either of them. */
const minifyAgain: Plugin = {
  name: 'minify-again',
  async generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const asset = bundle[`${chunk.fileName}.map`];
      if (chunk.map === null || asset?.type !== 'asset')
        throw new Error(`${chunk.fileName} has no source map.`);
      const { code, map } = await minify(chunk.code, {
        ecma: 2020,
        compress: {
          passes: 3,
          unsafe_arrows: true,
          // No getter that is read does more than answer, and nobody reads how many parameters a function has.
          pure_getters: true,
          keep_fargs: false,
          // Messages of i18next to developers who debug it: the widget's instance is silent (text-engine.ts).
          pure_funcs: ['log', 'warn', 'deprecate', 'once'].map((level) => `this.logger.${level}`),
        },
        // The first minifier's short names stay: they repeat more often than ours.
        mangle: false,
        format: { preamble: `/*! Licenses: ${LICENSES} */` },
        sourceMap: { content: JSON.stringify(chunk.map), includeSources: true, url: asset.fileName },
      });
      if (code === undefined || map === undefined) throw new Error(`Nothing is left of ${chunk.fileName}.`);
      chunk.code = code;
      asset.source = JSON.stringify({ ...(JSON.parse(map as string) as object), file: chunk.fileName });
    }
  },
};

/** Each file of the script as browsers take it, made once: the service sends what is there (widget-files.ts). */
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
    minifyAgain,
    compressed,
  ],
  build: {
    target,
    outDir: 'dist/script',
    lib: { entry: 'src/script-tag.ts', formats: ['iife'], name: 'upc', fileName: () => 'widget.js' },
    copyPublicDir: false,
    sourcemap: true,
    rolldownOptions: { output: { intro } },
  },
};

export default defineConfig(({ mode }) => (mode === 'script' ? script : modules));
