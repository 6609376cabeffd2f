import { outcomes, testData } from '../../demo/pages/test-data.js';
import { withParts } from './generated-parts.mjs';
import { markdownTable } from '../lib/markdown-table.mjs';

/** Countries of the test studios, by their codes. */
const STUDIOS = {
  DE: 'Germany',
  CH: 'Switzerland',
  GB: 'United Kingdom',
  US: 'United States',
  IT: 'Italy',
  ES: 'Spain',
  AU: 'Australia',
};

/**
 * Generates the page on testing: what to enter for every outcome, as the demo's pages show it.
 * @returns {string} Markdown
 * @throws Error when a country has no test data of its own
 */
export function testingPage() {
  const cards = testData('DE').filter(({ method }) => method === 'CREDIT_CARD');
  const accounts = Object.entries(STUDIOS).map(([code, name]) => {
    const groups = testData(code).filter(
      ({ method, values: [first] }) => method !== 'CREDIT_CARD' && first?.[0] !== '',
    );
    if (groups.length === 0) throw new Error(`demo/pages/test-data.js has no account for ${name}.`);
    return `### ${name}\n\n${groups.map(table).join('\n\n')}`;
  });
  return withParts('docs/testing.md', {
    cards: cards.map(table).join('\n\n'),
    accounts: accounts.join('\n\n'),
  });
}

/** @param {ReturnType<typeof testData>[number]} group */
function table({ label, values }) {
  return markdownTable(
    [label ?? 'Card number', 'What happens'],
    values.map(([value, outcome]) => [`\`${value}\``, outcomes.en[outcome]]),
  );
}
