import { defineConfig } from 'eslint/config';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', 'packages/{service,simulator,server-kit,sandbox,sdk}/test/**', 'e2e/**'];
const toolConfigs = [
  '**/*.config.{js,ts}',
  '.dependency-cruiser.js',
  'e2e/**/global-setup.ts',
  'docs/.vitepress/config.mjs',
  'docs/.vitepress/theme/index.js',
];

const everywhere = [
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
  {
    selector: 'ExportDefaultDeclaration',
    message: 'Name what is exported; only tool configurations have a default export.',
  },
];
const widget = [
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
];
const statuses = [
  {
    selector:
      'CallExpression[callee.property.name="set"][callee.object.callee.property.name="update"]' +
      '[callee.object.arguments.0.name=/^(payments|paymentSessions|usages)$/] Property[key.name="status"]',
    message: 'Only modules/payments/state.ts changes the status of sessions, payments and usages.',
  },
];
const network = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'].map((name) => ({
  name,
  message: 'Only src/gateway and src/core/files-beside.ts talk to the network.',
}));

/** Presets without types, and rules about syntax. Rules that need types are in .oxlintrc.json. */
export default defineConfig(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.data/',
      '.cache/',
      'test-results/',
      '**/gateway-types.ts',
      'contact-sheet/',
      'packages/sdk/src/generated/',
      '**/.wireit/',
      // Only the compilers of the matrix read these files, and each compiler requires its own syntax.
      'e2e/matrix/consumers/types/',
      // These files need the types of their frameworks, which only the matrix installs. Its builds check them.
      'examples/**/*.{ts,tsx}',
      '**/.next/',
      '**/.angular/',
      'docs/.vitepress/cache/',
      'docs/public/api-reference/',
    ],
  },
  { files: ['**/*.{ts,js,mjs}'], extends: [tseslint.configs.recommended] },
  { files: ['**/*.{ts,js,mjs}'], ignores: tests, extends: [tseslint.configs.strict] },
  {
    files: ['**/*.{ts,js,mjs}'],
    // The compiler reports unused variables.
    rules: { '@typescript-eslint/no-unused-vars': 'off' },
  },
  {
    files: ['**/*.{ts,js,mjs}'],
    ignores: toolConfigs,
    rules: { 'no-restricted-syntax': ['error', ...everywhere] },
  },
  {
    files: ['src/**/*.ts'],
    extends: [
      lit.configs['flat/recommended'],
      wc.configs['flat/recommended'],
      { plugins: { 'lit-a11y': litA11y }, rules: litA11y.configs.recommended.rules },
    ],
  },
  {
    files: ['src/**/*.ts'],
    ignores: [...tests, ...toolConfigs],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...widget] },
  },
  {
    files: ['packages/service/src/**/*.ts'],
    ignores: [...tests, 'packages/service/src/modules/payments/state.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...statuses] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [...tests, 'src/gateway/**', 'src/core/files-beside.ts'],
    rules: { 'no-restricted-globals': ['error', ...network] },
  },
);
