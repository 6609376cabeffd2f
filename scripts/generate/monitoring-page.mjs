import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { markdownTable } from '../lib/markdown-table.mjs';
import { root } from '../lib/root.mjs';
import { withParts } from './generated-parts.mjs';

/**
 * Generates the page on monitoring, with a table of the alerts.
 * @returns {string} Markdown
 */
export function monitoringPage() {
  /** @type {{ groups: { rules: { alert: string, annotations: { summary: string, description: string } }[] }[] }} */
  const { groups } = parse(readFileSync(join(root, 'deploy/prometheus/rules.yaml'), 'utf8'));
  const rows = groups
    .flatMap(({ rules }) => rules)
    .map(({ alert, annotations: { summary, description } }) => [
      `\`${alert}\``,
      summary,
      description.replaceAll(/docs\/([\w-]+)\.md(#[\w-]+)?/g, '[$1]($1.md$2)'),
    ]);
  return withParts('docs/monitoring.md', { alerts: markdownTable(['Alert', 'Meaning', 'What to do'], rows) });
}
