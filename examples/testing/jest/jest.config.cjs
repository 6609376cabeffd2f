module.exports = {
  testEnvironment: 'jsdom',
  // The widget repeats requests in real time; five seconds are as long as some waits of the tests may take.
  testTimeout: 30_000,
  // The widget and what it depends on are ES modules, which Jest takes as they are from Node 24.9 on.
  transformIgnorePatterns: [
    '/node_modules/(?!(upc-payment-widget|lit|lit-html|lit-element|@lit|i18next|ibantools|@stripe)/)',
  ],
};
