module.exports = {
  testEnvironment: 'jsdom',
  // The widget retries requests in real time, and some waits in the tests may take up to five seconds.
  testTimeout: 30_000,
  // The widget and its dependencies are ES modules. Jest before Node 24.9 cannot load them, so they are transformed.
  transformIgnorePatterns: [
    '/node_modules/(?!(upc-payment-widget|lit|lit-html|lit-element|@lit|i18next|ibantools|@stripe)/)',
  ],
};
