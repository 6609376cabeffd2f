/**
 * The rooms of a house, bottom first: a file imports from its own room and from those before it, never from those
 * after it. Tests and `testing/` may import from every room.
 */
const rooms = {
  src: [
    'platform',
    'i18n',
    'errors',
    'config',
    'forms',
    'methods',
    'gateway',
    'ports',
    'flow',
    'theme',
    'elements',
    'providers',
    'init',
  ],
  'packages/service/src': [
    'i18n',
    'ports',
    'errors',
    'domain',
    'platform',
    'store',
    'context.ts',
    'requests',
    'integrations',
    'studios',
    'http',
    'webhooks',
    'documents',
    'customers',
    'payments',
    'providers',
    'gateway',
    'memberships',
    'debt-collection',
    'customer-records',
    'aggregators',
    'check-ins',
    'classes',
    'jobs',
    'operations',
    'staff',
    'studio',
    'images',
    'open-api',
    'app.ts',
    'environment.ts',
    'seed',
    'open-app.ts',
    'metrics-server.ts',
    'service.ts',
    'command',
    'main.ts',
  ],
  'packages/simulator/src': [
    'cards',
    'refusal.ts',
    'ledger',
    'bank',
    'origins.ts',
    'browser',
    'context.ts',
    'delay.ts',
    'present.ts',
    'rules',
    'pages',
    'frames',
    'http',
    'create-simulator.ts',
    'main.ts',
  ],
};

const test = '\\.test\\.ts$|^src/testing/';

/** A file as a whole, a folder with everything below it. */
const inside = (house, room) => `^${house}/${room}${room.endsWith('.ts') ? '$' : '/'}`;

const directions = Object.entries(rooms).flatMap(([house, order]) =>
  order.slice(0, -1).map((room, at) => ({
    name: `${house}/${room}-imports-what-is-below`,
    comment: `Rooms of ${house}, bottom first: ${order.join(' < ')}.`,
    severity: 'error',
    from: { path: inside(house, room), pathNot: test },
    to: { path: order.slice(at + 1).map((above) => inside(house, above)) },
  })),
);

/** A workspace, and what it may import of the others: their entries, never their inside. */
const workspaces = {
  contract: [],
  platform: [],
  src: ['contract'],
  wrappers: [],
  testkit: ['contract', 'src'],
  simulator: ['contract', 'platform'],
  service: ['contract', 'platform'],
  sandbox: ['contract', 'platform', 'simulator', 'service', 'demo'],
};

const all = [
  'contract',
  'platform',
  'src',
  'wrappers',
  'testkit',
  'simulator',
  'service',
  'demo',
  'sandbox',
  'e2e',
  'bench',
];

const borders = Object.entries(workspaces).map(([workspace, below]) => ({
  name: `${workspace}-imports-${below.join('-and-') || 'no-other'}`,
  severity: 'error',
  // The test kit is held to the simulator.
  from: { path: `^${workspace}/`, pathNot: '^(packages/service/test/|src/testkit/.*\\.test\\.ts$)' },
  to: { path: `^(${all.filter((other) => other !== workspace && !below.includes(other)).join('|')})/` },
}));

/** Imports that are allowed. */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...directions,
    ...borders,
    {
      name: 'no-unknown-room',
      comment: 'A new folder takes its place in the order above.',
      severity: 'error',
      from: {},
      to: {
        path: '^(src|packages/service/src|packages/simulator/src)/[^/]+/',
        pathNot: [
          ...Object.entries(rooms).flatMap(([house, order]) => order.map((room) => inside(house, room))),
          '^src/testing/',
        ],
      },
    },
    {
      name: 'methods-stand-alone',
      comment: 'Adding or removing a payment method touches its form and a line of the registry.',
      severity: 'error',
      from: { path: '^src/methods/.+-forms?\\.ts$' },
      to: { path: '^src/methods/' },
    },
    {
      name: 'providers-stand-alone',
      severity: 'error',
      from: { path: '^(src|packages/service/src)/providers/([^/]+)/' },
      to: { path: '^$1/providers/[^/]+/', pathNot: '^$1/providers/$2/' },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      from: { path: '^(src|packages/service/src|packages/simulator/src)/', pathNot: test },
      to: { path: '^(src/testing|packages/service/test|packages/simulator/test)/' },
    },
    {
      name: 'testkit-has-no-second-widget',
      comment: 'It is bundled by itself: a page would have what it takes of the widget twice.',
      severity: 'error',
      from: { path: '^src/testkit/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/ports/test-kit\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'demo-is-a-partner',
      comment:
        'The demo uses what a partner has: the Open API and the built widget. Its tests hold it to the contract.',
      severity: 'error',
      from: { path: '^demo/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(contract|platform|src|simulator|service|sandbox|e2e)/' },
    },
    {
      name: 'service-tests-use-the-entry-of-the-simulator',
      severity: 'error',
      from: { path: '^packages/service/test/' },
      to: { path: '^packages/simulator/', pathNot: '^packages/simulator/src/create-simulator\\.ts$' },
    },
    {
      name: 'e2e-uses-built-files',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(src|packages/service/src|packages/simulator/src|sandbox)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'widget-bundles-run-time-libraries-only',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: '^packages/contract/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?inline$|^upc-payment-widget$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Programs of the matrix run where their own libraries are installed.
    exclude: { path: '(^|/)(dist|test-results)/|^e2e/matrix/consumers/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
