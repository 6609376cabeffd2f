import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../scripts/lib/root.mjs';

const folder = join(root, '.github/workflows');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Returns what GitHub's own parser reports about a workflow before it would run. */
async function faults(name: string, content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

function jobsOf(name: string): Readonly<Record<string, Job>> {
  return (parse(read(name)) as { jobs: Record<string, Job> }).jobs;
}

describe('the workflows', () => {
  it.each(readdirSync(folder))('%s is one that GitHub takes', async (name) => {
    expect(await faults(name, read(name))).toEqual([]);
  });

  it('installs and builds nothing where a job may publish or write', () => {
    for (const name of readdirSync(folder)) {
      for (const [id, { permissions, steps }] of Object.entries(jobsOf(name))) {
        if (!Object.values(permissions ?? {}).includes('write')) continue;
        const runs = steps.flatMap(({ run = [] }) => run).join('\n');
        expect(runs, `${name}: ${id}`).not.toMatch(
          /\bnpm (ci|i|install|run|pack|exec|test)\b|\bnpx\b|\bnode\b|\bbash\b/,
        );
        // npm runs no scripts when it publishes a packed file, but it does when it publishes a folder.
        for (const [publish] of runs.matchAll(/npm publish.*/g))
          expect(publish).toMatch(/^npm publish \.\/\S+\.tgz .*--ignore-scripts/);
        expect(
          steps.map(({ uses }) => uses ?? '').filter((uses) => uses.startsWith('actions/checkout')),
          `${name}: ${id}`,
        ).toEqual([]);
      }
    }
  });

  it('publish each package in a step of its own, which passes over a version that npm has', () => {
    const published = jobsOf('release.yml').publish?.steps.flatMap(({ run = '' }) =>
      run.includes('npm publish') ? [run] : [],
    );
    expect(published).toHaveLength(3);
    for (const run of published ?? []) {
      const [, name] = /npm publish \.\/(upc-(?:payment-widget|open-api|sandbox))/.exec(run) ?? [];
      expect(run.match(/npm publish/g)).toHaveLength(1);
      expect(run).toMatch(new RegExp(`^if npm view "${name}@.*exit 0; fi\n.*npm publish`));
    }
  });

  it('build the images in jobs that cannot publish them, and push them where nothing is built', () => {
    const { images: tried } = jobsOf('ci.yml');
    const { images: released, 'publish-images': pushed } = jobsOf('release.yml');
    const builds = (job: Job | undefined): readonly Readonly<Record<string, unknown>>[] =>
      (job?.steps ?? []).flatMap(({ uses, with: settings }) =>
        uses?.startsWith('docker/build-push-action') && settings ? [settings] : [],
      );
    expect(builds(tried).map(({ target }) => target)).toEqual(['service', 'simulator']);
    for (const { target, tags } of builds(tried)) expect(tags).toBe(`upc-images-${String(target)}`);
    expect(builds(released)).toEqual([
      expect.objectContaining({ platforms: 'linux/amd64,linux/arm64', provenance: 'mode=max', sbom: true }),
    ]);
    for (const job of [tried, released]) {
      expect(job?.permissions).toBeUndefined();
      expect(builds(job).filter(({ push }) => push !== undefined)).toEqual([]);
    }
    expect(pushed?.permissions).toEqual({ packages: 'write' });
  });

  it('publish nothing before all is built, and never move the tag of an image', () => {
    const { publish, 'publish-images': pushed } = jobsOf('release.yml');
    expect(publish?.needs).toEqual(['package', 'images']);
    expect(pushed?.needs).toEqual(['publish', 'images']);
    const runs = pushed?.steps.flatMap(({ run = [] }) => run).join('\n');
    expect(runs).toMatch(/skopeo inspect .*"\$image".*then continue; fi\n[^]*skopeo copy .*"\$image"/);
  });

  it('leave no token behind in a checkout', () => {
    for (const name of readdirSync(folder)) {
      for (const { steps } of Object.values(jobsOf(name)))
        for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout')))
          expect(step.with, name).toMatchObject({ 'persist-credentials': false });
    }
  });

  it('give a job no more than to read, unless it says so', () => {
    for (const name of readdirSync(folder))
      expect(parse(read(name)), name).toMatchObject({ permissions: { contents: 'read' } });
  });

  it('call programs of the repository that are there', () => {
    for (const name of readdirSync(folder)) {
      for (const [, script = ''] of read(name).matchAll(/\b(?:node|bash) ((?:scripts|\.ci)\/\S+)/g))
        expect(readFileSync(join(root, script), 'utf8')).not.toBe('');
    }
  });
});
