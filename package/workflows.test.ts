import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/lib/root.mjs';

const folder = join(root, '.github/workflows');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** What GitHub's own parser says of a workflow before it would run. */
async function faults(name: string, content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

describe('the workflows', () => {
  it.each(readdirSync(folder))('%s is one that GitHub takes', async (name) => {
    expect(await faults(name, read(name))).toEqual([]);
  });

  it.each([
    ['needs: checks', 'needs: chekcs'],
    ['runs-on:', 'run-on:'],
    ['id-token: write', 'id-token: wrte'],
    ['github.token', 'githib.token'],
  ])('a fault in the release is found: %s as %s', async (right, wrong) => {
    expect(read('release.yml')).toContain(right);
    expect(await faults('release.yml', read('release.yml').replace(right, wrong))).not.toEqual([]);
  });

  it('call programs of the repository that are there', () => {
    for (const name of readdirSync(folder)) {
      for (const [, script = ''] of read(name).matchAll(/\b(?:node|bash) ((?:scripts|\.ci)\/\S+)/g))
        expect(readFileSync(join(root, script), 'utf8')).not.toBe('');
    }
  });
});
