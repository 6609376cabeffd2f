import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', '{service,simulator,platform,sandbox}/test/**', 'e2e/**'];
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
    message: 'No import().then: await it, or whenLoaded (platform/when-loaded.ts).',
  },
];

export default tseslint.config(
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
      'released/',
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
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, ...anySystem],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: 'error',
      'max-params': ['error', 4],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    extends: [lit.configs['flat/recommended'], wc.configs['flat/recommended']],
    plugins: { 'lit-a11y': litA11y },
    rules: {
      ...litA11y.configs.recommended.rules,
      'no-restricted-syntax': ['error', ...widget],
      'no-restricted-globals': ['error', ...network, ...nodeGlobals],
      // Elements register in one place (src/init/register.ts), guarded, and not where they are defined.
      'wc/define-tag-after-class-definition': 'off',
      'wc/no-self-class': 'off',
    },
  },
  {
    files: ['src/gateway/**/*.ts', 'src/platform/fetch-beside.ts'],
    rules: { 'no-restricted-globals': ['error', ...nodeGlobals] },
  },
  {
    files: ['{service,simulator,platform,sandbox}/**/*.ts'],
    rules: {
      // Fastify recognises an asynchronous hook or plugin by `async`, whether it waits for something or not.
      '@typescript-eslint/require-await': 'off',
      // "Do nothing" is an answer here: a listener that has to be there, a part that has nothing to close.
      '@typescript-eslint/no-empty-function': 'off',
      // An empty environment variable is one that is not set.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
    },
  },
  {
    files: tests,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      'no-restricted-globals': 'off',
      'no-console': 'off',
      // A table's row is as long as its cases need.
      'max-params': 'off',
    },
  },
  {
    files: ['{src,testkit}/**/*.browser.test.ts'],
    // The typings of the element tests' assertion plugins make a promise of every assertion; none that we use is one.
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.strict],
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, ...anySystem],
      eqeqeq: 'error',
      'max-params': ['error', 4],
    },
  },
  {
    // Not of one of our TypeScript projects: each is installed by the matrix alone, and checks its types itself.
    files: ['examples/**/*.{ts,tsx}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
  },
  // Memory and time of processes are measured as Linux reports them; no start and no test needs it.
  { files: ['bench/service/**'], rules: { 'no-restricted-syntax': ['error', ...everywhere] } },
  { files: toolConfigs, rules: { 'no-restricted-syntax': ['error', ...anySystem] } },
);
