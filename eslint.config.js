import { createRequire } from 'node:module';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

const require = createRequire(import.meta.url);

/** ESLint's cache knows a plugin by its name and version; with another one, every file is read again. */
const versioned = (name, plugin) => ({
  ...plugin,
  meta: { name, version: require(`${name}/package.json`).version },
});

const tests = ['**/*.test.ts', 'packages/{service,simulator,server-kit,sandbox}/test/**', 'e2e/**'];
const toolConfigs = [
  '*.config.{js,ts}',
  '**/*.config.{js,ts}',
  '.dependency-cruiser.js',
  'e2e/**/global-setup.ts',
  'docs/.vitepress/config.mjs',
  'docs/.vitepress/theme/index.js',
];

/** Ways to talk to the network; only the gateway and what fetches data beside the script have them. */
const network = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'].map((name) => ({
  name,
  message: 'Only src/gateway and src/platform/fetch-beside.ts talk to the network.',
}));
const nodeGlobals = ['process', 'Buffer', 'global', '__dirname', 'require'].map((name) => ({
  name,
  message: 'The widget runs in browsers.',
}));

const everywhere = [
  {
    selector: 'TSEnumDeclaration',
    message: 'Use a union of string literals.',
  },
  {
    selector: 'ExportDefaultDeclaration',
    message: 'Name what is exported; only tool configurations have a default export.',
  },
];
/** Parts of rules with types that typescript-eslint alone has, in a form that is seen without types. */
const discards = {
  selector:
    'UnaryExpression[operator="void"]:not([argument.type=/^(Call|Chain|Assignment|TSAs|TSNonNull)Expression$/], [argument.value=0])',
  message: 'void discards what a call returns.',
};
const nominal = {
  selector:
    'ClassDeclaration[superClass=null][declare=false]:not(:has(ClassBody > [key.type="PrivateIdentifier"], ClassBody > [accessibility=/^pr/], ClassBody > MethodDefinition TSParameterProperty[accessibility=/^pr/]))',
  message:
    'An object with the same fields would be taken for one of this class: only with a private member the compiler refuses it.',
};
/** Code that works on Linux, and not on Windows or macOS. */
const anySystem = [
  {
    selector:
      'MemberExpression[property.name="pathname"][object.callee.name="URL"] > NewExpression > MemberExpression[object.type="MetaProperty"]',
    message: 'On Windows this is not a path: fileURLToPath.',
  },
  {
    selector:
      'ImportExpression > CallExpression:matches([callee.name=/^(join|resolve)$/], [callee.property.name=/^(join|resolve)$/])',
    message: 'On Windows a path is not an address: pathToFileURL.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^gete?[ug]id$/][optional=false]',
    message: 'Windows has no such function: process.getuid?.()',
  },
  {
    selector:
      'CallExpression[callee.name=/^(spawn|spawnSync|execFile|execFileSync|run)$/] > Literal:first-child[value=/^np[mx]$/]',
    message: 'On Windows it is npm.cmd, which Node does not start: npm() of scripts/lib/run.mjs.',
  },
  {
    selector: 'CallExpression[callee.name=/^(exec|execSync)$/]',
    message: 'Every system has another shell: execFile or spawn.',
  },
  {
    selector:
      ':matches(Literal[value=/^\\u002f(tmp|proc|dev)\\u002f/], TemplateElement[value.raw=/^\\u002f(tmp|proc|dev)\\u002f/])',
    message: 'Only Linux has this folder: tmpdir() of node:os.',
  },
];
const widget = [
  ...everywhere,
  {
    selector:
      'Program > :matches(VariableDeclaration, ExportNamedDeclaration > VariableDeclaration)[kind!="const"]',
    message: 'No module-level mutable state.',
  },
  {
    selector: 'TaggedTemplateExpression TemplateElement[value.raw=/\\sstyle=/]',
    message: 'Inline styles do not work under a strict content security policy.',
  },
  {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
    message: 'Text is text, never markup.',
  },
  {
    selector: 'MethodDefinition[key.name="render"] ImportExpression',
    message: 'No import() in render(): load before it, and render again.',
  },
  {
    selector: 'MemberExpression[property.name="then"] > ImportExpression',
    message: 'No import().then: await it, or whenLoaded (packages/server-kit/when-loaded.ts).',
  },
];

/** Rules for forms of syntax, and for Lit's templates; .oxlintrc.json has all that Oxlint knows. */
export default [
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.data/',
      '.cache/',
      'test-results/',
      '**/gateway-types.ts',
      'sheet/',
      '.wireit/',
      // Read by the compilers of the matrix alone, each of which wants its own form.
      'e2e/matrix/consumers/types/',
      // Read with the types of their frameworks, which only the matrix installs: their builds check them.
      'examples/**/*.{ts,tsx}',
      '**/.next/',
      '**/.angular/',
      'docs/.vitepress/cache/',
    ],
  },
  {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...anySystem, discards] },
  },
  {
    files: ['**/*.ts'],
    ignores: [...tests, '**/*.d.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...anySystem, discards, nominal] },
  },
  {
    files: ['src/**/*.ts'],
    plugins: {
      lit: versioned('eslint-plugin-lit', lit),
      'lit-a11y': litA11y,
      wc: versioned('eslint-plugin-wc', wc),
    },
    rules: {
      ...lit.configs['flat/recommended'].rules,
      ...wc.configs['flat/recommended'].rules,
      ...litA11y.configs.recommended.rules,
      'no-restricted-syntax': ['error', ...widget, discards],
      'no-restricted-globals': ['error', ...network, ...nodeGlobals],
      // Elements register in one place (src/init/register.ts), guarded, and not where they are defined.
      'wc/define-tag-after-class-definition': 'off',
      'wc/no-self-class': 'off',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [...tests, 'src/testing/**'],
    rules: { 'no-restricted-syntax': ['error', ...widget, discards, nominal] },
  },
  {
    files: ['src/gateway/**/*.ts', 'src/platform/fetch-beside.ts'],
    rules: { 'no-restricted-globals': ['error', ...nodeGlobals] },
  },
  { files: tests, rules: { 'no-restricted-globals': 'off' } },
  {
    files: ['**/*.{js,mjs}'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, ...anySystem],
      // Oxlint has these for TypeScript alone.
      '@typescript-eslint/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
      '@typescript-eslint/no-this-alias': 'error',
      '@typescript-eslint/triple-slash-reference': 'error',
    },
  },
  // Where Linux has its folder in memory, the tests' database is kept there; else in the temporary one.
  {
    files: ['packages/service/test/support/postgres-setup.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, discards] },
  },
  // Memory and time of processes are measured as Linux reports them; no start and no test needs it.
  { files: ['packages/bench/service/**'], rules: { 'no-restricted-syntax': ['error', ...everywhere] } },
  { files: toolConfigs, rules: { 'no-restricted-syntax': ['error', ...anySystem] } },
];
