import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { snippetsOf } from '../../scripts/docs/pages.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { tool } from '../../scripts/lib/run.mjs';

it('the unit tests that the documentation gives pass as they are written', async () => {
  const snippets = snippetsOf('unit-tests.md').filter(({ runBy }) => runBy !== undefined);
  // The folder must be inside the package, whose name the test imports. test-results is unsuitable: it contains a
  // report called package.json.
  const folder = join(root, 'dist/documented');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { line, code } of snippets) await writeFile(join(folder, `unit-tests-${line}.test.js`), code);
  await writeFile(join(folder, 'vitest.config.js'), 'export default {};\n');
  const { code, output } = await tool('vitest/vitest.mjs', ['run', '--root', folder, '--no-color']);
  expect(output).toMatch(/Tests\s+3 passed/);
  expect(code).toBe(0);
});
