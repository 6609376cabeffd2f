/** Pages of the site in reading order. scripts/docs/links.test.ts checks that no page is missing. */
export const sidebar = [
  {
    text: 'Quick start',
    items: [
      { text: 'Ten minutes to a token', link: '/' },
      { text: 'The sandbox', link: '/sandbox' },
      { text: 'Sign-up', link: '/sign-up' },
      { text: 'Two sessions in one sign-up', link: '/two-sessions' },
      { text: 'Cancellation', link: '/cancelling' },
      { text: 'Payment links', link: '/payment-links' },
      { text: 'Redirects and 3-D Secure', link: '/redirects' },
    ],
  },
  {
    text: 'Widget',
    items: [
      { text: 'Configuration', link: '/configuration' },
      { text: 'The script tag', link: '/script-tag' },
      { text: 'Load the form faster', link: '/loading' },
      { text: 'Express checkout', link: '/express-checkout' },
      { text: 'Frameworks', link: '/frameworks' },
      { text: 'Styling', link: '/styling' },
      { text: 'Languages', link: '/languages' },
      { text: 'Widget errors', link: '/errors' },
      { text: 'Testing', link: '/testing' },
      { text: 'Unit tests', link: '/unit-tests' },
    ],
  },
  {
    text: 'Backend',
    items: [
      { text: 'Open API', link: '/open-api' },
      { text: 'API reference', link: '/api-reference/' },
      { text: 'API errors', link: '/api-errors' },
      { text: 'Node and TypeScript client', link: '/sdk' },
      { text: 'Webhooks', link: '/webhooks' },
      { text: 'Debt collection', link: '/debt-collection' },
    ],
  },
  {
    text: 'Go live',
    items: [
      { text: 'Checklist', link: '/going-live' },
      { text: 'Content security', link: '/content-security' },
      { text: 'PCI DSS', link: '/pci-dss' },
      { text: 'Migrate from Stripe Elements', link: '/from-stripe-elements' },
      { text: 'Migrate from Adyen Web', link: '/from-adyen-web' },
      { text: 'Versions', link: '/versions' },
    ],
  },
  {
    text: 'Operate',
    items: [
      { text: 'Operations', link: '/operations' },
      { text: 'Install', link: '/install' },
      { text: 'Containers', link: '/containers' },
      { text: 'Settings', link: '/settings' },
      { text: 'Monitoring', link: '/monitoring' },
      { text: 'Backup and key rotation', link: '/backup' },
      { text: 'Partner keys and webhooks', link: '/partner-keys' },
      { text: 'Incidents', link: '/incidents' },
      { text: 'Payments through Stripe', link: '/stripe' },
      { text: 'Bank files', link: '/bank-files' },
      { text: 'Reliability', link: '/reliability' },
      { text: 'Data protection', link: '/data-protection' },
      { text: 'Bank data', link: '/bank-data' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Questions', link: '/questions' },
      { text: 'Glossary', link: '/glossary' },
    ],
  },
];
