/** Who may import whom (docs: the folders of the README; reasons beside the rules). */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'methods-stand-alone',
      comment: 'Adding or removing a payment method touches its folder and one line of the registry.',
      severity: 'error',
      from: { path: '^src/methods/([^/]+)/' },
      to: { path: '^src/methods/[^/]+/', pathNot: '^src/methods/$1/' },
    },
    {
      name: 'providers-stand-alone',
      severity: 'error',
      from: { path: '^src/providers/([^/]+)/' },
      to: { path: '^src/providers/[^/]+/', pathNot: '^src/providers/$1/' },
    },
    {
      name: 'no-elements-below',
      comment: 'Forms, session, gateway and errors work without a DOM.',
      severity: 'error',
      from: { path: '^src/(forms|session|gateway|errors)/', pathNot: '\\.(test|spec)\\.ts$' },
      to: { path: '^src/elements/' },
    },
    {
      name: 'widget-knows-no-service',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(service|demo|e2e|bench)/' },
    },
    {
      name: 'service-knows-no-widget',
      severity: 'error',
      from: { path: '^service/' },
      to: { path: '^(src|demo|e2e|bench)/' },
    },
    {
      name: 'demo-is-a-partner',
      comment: 'The demo uses what a partner has: the Open API and the built widget.',
      severity: 'error',
      from: { path: '^demo/' },
      to: { path: '^(src|service|e2e)/' },
    },
    {
      name: 'e2e-uses-built-files',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(src|service/src)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-know-no-routes',
      comment: 'Routes call the rules, rules call the store. The types of the contract belong to nobody.',
      severity: 'error',
      from: { path: '^service/src/(payments|memberships|customers|jobs)/' },
      to: { path: '^service/src/(http|open-api|gateway|studio)/', pathNot: 'gateway-types\\.ts$' },
    },
    {
      name: 'store-knows-no-rules',
      severity: 'error',
      from: { path: '^service/src/store/' },
      to: {
        path: '^service/src/(http|open-api|gateway|studio|payments|memberships|customers|jobs)/',
        pathNot: 'gateway-types\\.ts$',
        // What a column of JSON holds has the type that the rules give it.
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'simulator-is-a-server-of-its-own',
      severity: 'error',
      from: { path: '^service/src/simulator/' },
      to: { path: '^service/src/(?!simulator/|providers/|folder-lock)' },
    },
    {
      name: 'service-reaches-the-simulator-by-http',
      severity: 'error',
      from: { path: '^service/src/(?!simulator/)' },
      to: { path: '^service/src/simulator/' },
    },
    {
      name: 'widget-bundles-run-time-libraries-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.(test|spec)\\.ts$|^src/testing/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
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
    exclude: { path: '(^|/)(dist|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
