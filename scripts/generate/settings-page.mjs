import { tsImport } from 'tsx/esm/api';
import { markdownTable } from '../lib/markdown-table.mjs';
import { withParts } from './generated-parts.mjs';

/**
 * Generates the page for operators, with a table of the service's environment variables.
 * @returns {Promise<string>} Markdown
 */
export async function settingsPage() {
  /** @type {{ ALL_SETTINGS: readonly object[] }} */
  const { ALL_SETTINGS } = await tsImport('../../packages/service/src/environment.ts', import.meta.url);
  /** @type {typeof import('../../packages/server-kit/src/settings.js')} */
  const { describeSettings } = await tsImport('../../packages/server-kit/src/settings.ts', import.meta.url);
  const rows = describeSettings(ALL_SETTINGS).map(([variable, usual, meaning]) => [
    `\`${variable}\``,
    usual && `\`${usual}\``,
    meaning.replaceAll(/\S*(?:<|:\/\/)\S*[^\s.,;:]|\b[A-Z]+(?:_[A-Z\d]+)+\b/g, '`$&`'),
  ]);
  return withParts('docs/settings.md', {
    settings: markdownTable(['Variable', 'Default', 'Meaning'], rows),
  });
}
