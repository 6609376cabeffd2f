import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { snippetsOf } from '../../scripts/docs/pages.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { tool } from '../../scripts/lib/run.mjs';

it('the unit test that the documentation begins with passes as it is written', async () => {
  const [snippet] = snippetsOf('unit-tests.md');
  // The folder must be inside the package, whose name the test imports. test-results is unsuitable: it contains a
  // report called package.json.
  const folder = join(root, 'dist/documented');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'unit-tests.test.js'), snippet?.code ?? '');
  await writeFile(join(folder, 'vitest.config.js'), 'export default {};\n');
  const { code, output } = await tool('vitest/vitest.mjs', ['run', '--root', folder, '--no-color']);
  expect(output).toMatch(/Tests\s+2 passed/);
  expect(code).toBe(0);
});
