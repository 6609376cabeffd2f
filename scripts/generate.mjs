import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerSchemas } from './lib/answer-schemas.mjs';
import { configurationPage } from './lib/configuration-page.mjs';
import { english } from './lib/english.mjs';
import { errorsPage } from './lib/errors-page.mjs';
import { formatted } from './lib/formatted.mjs';
import { gatewayTypes } from './lib/gateway-types.mjs';
import { allLogos, schemeLogos } from './lib/logos.mjs';
import { openApiPage } from './lib/open-api-page.mjs';
import { root } from './lib/root.mjs';
import { stylingOptions } from './lib/styling-options.mjs';
import { stylingPage } from './lib/styling-page.mjs';
import { testingPage } from './lib/testing-page.mjs';
import { textKeys } from './lib/text-keys.mjs';

// Files that are written once and needed in another form. `--check` writes nothing and fails when a file would change.
const check = process.argv.includes('--check');
const types = await gatewayTypes();
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
    source: 'scripts/lib/logos.mjs',
    text: JSON.stringify(allLogos()),
  },
  {
    target: 'packages/simulator/src/cards/logos.json',
    source: 'scripts/lib/logos.mjs',
    text: JSON.stringify(schemeLogos()),
  },
  { target: 'docs/configuration.md', source: 'src/config', text: configurationPage() },
  { target: 'docs/errors.md', source: 'src/errors and packages/service/src/errors', text: errorsPage() },
  { target: 'docs/testing.md', source: 'demo/pages/test-data.js', text: testingPage() },
  { target: 'docs/open-api.md', source: 'packages/service/openapi', text: openApiPage() },
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
