/** Folders of the widget from bottom to top. Each may import from itself and from the folders before it. */
const WIDGET = [
  'core',
  'i18n',
  'errors',
  'config',
  'forms',
  'methods',
  'gateway',
  'providers',
  'flow',
  'theme',
  'elements',
  'init',
];

/** Modules of the service from bottom to top. `app.ts` registers them in this order. */
const MODULES = [
  'studios',
  'integrations',
  'webhooks',
  'studio-information',
  'devices',
  'customers',
  'employees',
  'leads',
  'documents',
  'payments',
  'memberships',
  'benefits',
  'weighings',
  'self-service',
  'debt-collection',
  'aggregators',
  'check-ins',
  'bookings',
  'classes',
  'appointments',
  'home-studio',
  'tax-exports',
  'customer-queries',
];

/**
 * Packages and the packages that each may import. Only a package's entries (`exports`) may be imported, never its
 * internal files.
 */
const PACKAGES = {
  contract: [],
  'server-kit': [],
  simulator: ['contract', 'server-kit'],
  service: ['contract', 'server-kit'],
  sdk: [],
  sandbox: ['contract', 'server-kit', 'simulator', 'service'],
};

const service = 'packages/service/src';
const test = '\\.(test|fixture)\\.ts$|^src/testing/';

/** @param {readonly string[]} names */
const oneOf = (names) => `(${names.join('|')})`;

/** Builds the rules that refuse imports against an order of folders. */
const ordered = (name, folder, order) =>
  order.slice(0, -1).map((each, at) => ({
    name: `${name}-${each}`,
    comment: `The order is ${order.join(' < ')}.`,
    severity: 'error',
    from: { path: `^${folder}/${each}/`, pathNot: test },
    to: { path: `^${folder}/${oneOf(order.slice(at + 1))}/` },
  }));

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },

    // Rules for the widget.
    ...ordered('widget-order', 'src', WIDGET),
    {
      name: 'widget-folders-have-a-place',
      comment: 'Add a new folder to the order above.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: `^src/${oneOf([...WIDGET, 'wrappers', 'testkit', 'testing'])}/` },
    },
    {
      name: 'methods-stand-alone',
      comment: 'A payment method is added or removed with its form and a line of the registry.',
      severity: 'error',
      from: { path: '^src/methods/.+-forms?\\.ts$' },
      to: { path: '^src/methods/' },
    },
    {
      name: 'providers-are-used-through-their-interface',
      comment:
        'Only `init` opens a provider; other code uses its interface (`provider.ts`, `secured-fields.ts`).',
      severity: 'error',
      from: { path: '^src/(flow|theme|elements)/', pathNot: test },
      to: { path: '^src/providers/', pathNot: '^src/providers/(provider|secured-fields)\\.ts$' },
    },
    {
      name: 'widget-bundles-run-time-libraries-only',
      severity: 'error',
      from: { path: `^src/${oneOf(WIDGET)}/`, pathNot: test },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: '^packages/contract/' },
    },
    {
      name: 'wrappers-use-the-published-package',
      severity: 'error',
      from: { path: '^src/wrappers/' },
      to: { path: '^(src/(?!wrappers/)|packages/|demo/|e2e/)' },
    },
    {
      name: 'testkit-holds-no-second-widget',
      comment: 'It is bundled separately, so a page would contain twice what it imports from the widget.',
      severity: 'error',
      from: { path: '^src/testkit/', pathNot: test },
      to: {
        path: '^src/',
        pathNot: '^src/(testkit/|providers/test-kit\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },

    // Rules for the service. One more is left to reviewers: unit tests sit beside the code.
    {
      name: 'core-imports-no-module',
      severity: 'error',
      from: { path: `^${service}/core/`, pathNot: test },
      to: { path: `^${service}/(modules/|admin/|[^/]+\\.ts$)` },
    },
    {
      name: 'no-module-imports-admin',
      severity: 'error',
      from: { path: `^${service}/modules/`, pathNot: test },
      to: { path: `^${service}/(admin/|[^/]+\\.ts$)` },
    },
    ...ordered('module-order', `${service}/modules`, MODULES),
    {
      name: 'modules-have-a-place',
      comment: 'Add a new module to the order above.',
      severity: 'error',
      from: {},
      to: { path: `^${service}/modules/[^/]+/`, pathNot: `^${service}/modules/${oneOf(MODULES)}/` },
    },
    {
      name: 'only-the-app-imports-a-plugin',
      severity: 'error',
      from: { pathNot: `^${service}/app\\.ts$` },
      to: { path: `^${service}/.+\\.plugin\\.ts$` },
    },

    // Rules for both, and between packages.
    {
      name: 'providers-stand-alone',
      severity: 'error',
      from: { path: `^(src|${service}/modules/payments)/providers/([^/]+)/`, pathNot: test },
      to: { path: '^$1/providers/[^/]+/', pathNot: '^$1/providers/$2/' },
    },
    ...Object.entries(PACKAGES).map(([name, below]) => ({
      name: `package-${name}`,
      comment: `${name} imports ${below.join(', ') || 'no other package'}.`,
      severity: 'error',
      from: { path: `^packages/${name}/`, pathNot: `^packages/${name}/test/|${test}` },
      to: {
        path: `^(src/|e2e/|demo/|packages/(?!${oneOf([name, ...below])}/))`,
        ...(name === 'sandbox' && { pathNot: '^demo/' }),
      },
    })),
    {
      name: 'widget-imports-the-contract-alone',
      severity: 'error',
      // Tests are exempt, because the test kit's tests compare it with the simulator.
      from: { path: '^src/', pathNot: test },
      to: { path: '^(packages/(?!contract/)|demo/|e2e/)' },
    },
    {
      name: 'demo-is-a-partner',
      comment:
        'The demo uses only what a partner has: the Open API and the built widget. Its tests check it against the contract.',
      severity: 'error',
      from: { path: '^demo/', pathNot: test },
      to: { path: '^(src|packages|e2e)/' },
    },
    {
      name: 'tests-use-the-entry-of-the-simulator',
      severity: 'error',
      from: { path: '^packages/service/' },
      to: { path: '^packages/simulator/', pathNot: '^packages/simulator/src/create-simulator\\.ts$' },
    },
    {
      name: 'e2e-uses-built-files',
      severity: 'error',
      from: { path: '^e2e/' },
      to: {
        path: '^(src|packages/[^/]+/src)/',
        pathNot: '^packages/contract/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      from: { path: '^(src|packages/[^/]+/src)/', pathNot: test },
      to: { path: '^(src/testing|packages/[^/]+/test)/|\\.(test|fixture)\\.ts$' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?inline$|^upc-payment-widget' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The matrix's programs import libraries that are installed only where the programs run.
    exclude: { path: '(^|/)(dist|test-results|generated)/|^e2e/matrix/consumers/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
