import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerSchemas } from './generate/answer-schemas.mjs';
import { configurationPage } from './generate/configuration-page.mjs';
import { english } from './generate/english.mjs';
import { apiErrorsPage, errorsPage } from './generate/errors-page.mjs';
import { formatted } from './lib/formatted.mjs';
import { gatewayTypes } from './generate/gateway-types.mjs';
import { allLogos, schemeLogos } from './generate/logos.mjs';
import { startMigration } from './generate/migration.mjs';
import { monitoringPage } from './generate/monitoring-page.mjs';
import { openApiPage } from './generate/open-api-page.mjs';
import { root } from './lib/root.mjs';
import { settingsPage } from './generate/settings-page.mjs';
import { stylingOptions } from './generate/styling-options.mjs';
import { stylingPage } from './generate/styling-page.mjs';
import { testingPage } from './generate/testing-page.mjs';
import { textKeys } from './generate/text-keys.mjs';
import { webhooksPage, webhooksSchema } from './generate/webhooks-page.mjs';

// Generates files that contain the same information as their source in another form. `--check` writes nothing and fails
// if a file would change.
const check = process.argv.includes('--check');
const types = await gatewayTypes();
const migrations = 'packages/service/src/core/database/migrations';
const { sql, journal } = await startMigration();
const files = [
  { target: 'packages/contract/src/gateway-types.ts', source: 'packages/contract/gateway.yaml', text: types },
  {
    target: 'src/testkit/answer-schemas.json',
    source: 'packages/contract/gateway.yaml',
    text: answerSchemas(),
  },
  { target: 'src/i18n/text-keys.ts', source: 'locales', text: textKeys() },
  { target: 'src/i18n/english-first.json', source: 'locales/en.json', text: english('first') },
  { target: 'src/i18n/english-later.json', source: 'locales/en.json', text: english('later') },
  {
    target: 'src/elements/logo/logos.json',
    source: 'scripts/generate/logos.mjs',
    text: JSON.stringify(allLogos()),
  },
  {
    target: 'packages/simulator/src/cards/logos.json',
    source: 'scripts/generate/logos.mjs',
    text: JSON.stringify(schemeLogos()),
  },
  { target: `${migrations}/0000_start.sql`, source: 'packages/service/src/**/*.tables.ts', text: sql },
  {
    target: `${migrations}/meta/_journal.json`,
    source: 'packages/service/src/**/*.tables.ts',
    text: journal,
  },
  { target: 'docs/configuration.md', source: 'src/config', text: configurationPage() },
  { target: 'docs/errors.md', source: 'src/errors and packages/service/src/core/errors', text: errorsPage() },
  { target: 'docs/api-errors.md', source: 'packages/service/src/core/errors', text: apiErrorsPage() },
  { target: 'docs/testing.md', source: 'demo/pages/test-data.js', text: testingPage() },
  { target: 'docs/open-api.md', source: 'packages/service', text: openApiPage() },
  { target: 'docs/monitoring.md', source: 'deploy/prometheus/rules.yaml', text: monitoringPage() },
  { target: 'docs/settings.md', source: 'packages/service/src/environment.ts', text: await settingsPage() },
  { target: 'docs/webhooks.md', source: 'packages/service/src/modules/webhooks', text: await webhooksPage() },
  {
    target: 'docs/public/webhook-events.schema.json',
    source: 'packages/service/src/modules/webhooks',
    text: await webhooksSchema(),
  },
  { target: 'demo/pages/styling/options.js', source: 'src/config', text: stylingOptions() },
  { target: 'docs/styling.md', source: 'styles/tokens.css', text: stylingPage() },
];

for (const { target, source, text } of files) {
  const path = join(root, target);
  const wanted = await formatted(path, text);
  if (!check) writeFileSync(path, wanted);
  else if (readFileSync(path, 'utf8') !== wanted) {
    console.error(`${target} is not what ${source} generates: run npm run generate.`);
    process.exitCode = 1;
  }
}
