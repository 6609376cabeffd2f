/** The pages of the site in reading order. Every page is in it: scripts/docs/links.test.ts holds it. */
export const sidebar = [
  {
    text: 'Begin',
    items: [
      { text: 'Ten minutes to a token', link: '/' },
      { text: 'The sandbox', link: '/sandbox' },
      { text: 'Sign-up', link: '/sign-up' },
      { text: 'Two sessions in one sign-up', link: '/two-sessions' },
      { text: 'Redirects and 3-D Secure', link: '/redirects' },
    ],
  },
  {
    text: 'The widget',
    items: [
      { text: 'Configuration', link: '/configuration' },
      { text: 'The script tag', link: '/script-tag' },
      { text: 'In a framework', link: '/frameworks' },
      { text: 'Styling', link: '/styling' },
      { text: 'Languages', link: '/languages' },
      { text: 'Errors', link: '/errors' },
      { text: 'Testing', link: '/testing' },
      { text: 'Unit tests', link: '/unit-tests' },
    ],
  },
  {
    text: 'The backend',
    items: [
      { text: 'Open API', link: '/open-api' },
      { text: 'Webhooks', link: '/webhooks' },
      { text: 'Debt collection', link: '/debt-collection' },
    ],
  },
  {
    text: 'Going live',
    items: [
      { text: 'Check list', link: '/going-live' },
      { text: 'Content security', link: '/content-security' },
      { text: 'PCI DSS', link: '/pci-dss' },
      { text: 'From Stripe Elements', link: '/from-stripe-elements' },
      { text: 'From Adyen Web', link: '/from-adyen-web' },
      { text: 'Versions', link: '/versions' },
    ],
  },
  {
    text: 'Running it',
    items: [
      { text: 'Operations', link: '/operations' },
      { text: 'Payments through Stripe', link: '/stripe' },
      { text: 'Reliability', link: '/reliability' },
      { text: 'Data protection', link: '/data-protection' },
      { text: 'Bank data', link: '/bank-data' },
    ],
  },
  {
    text: 'Look it up',
    items: [
      { text: 'Questions', link: '/questions' },
      { text: 'Glossary', link: '/glossary' },
    ],
  },
];
