import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../scripts/lib/root.mjs';
import { workspaces } from '../../scripts/lib/workspaces.mjs';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const compose = read('deploy/compose.yaml');

interface Stage {
  readonly name: string;
  readonly from: string;
  readonly lines: readonly { readonly instruction: string; readonly words: string }[];
}

/** Stages of the Dockerfile, without comments, with one line for each instruction. */
const stages: readonly Stage[] = dockerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split(/^(?=FROM )/m)
  .filter((text) => text.startsWith('FROM '))
  .map((text) => {
    const lines = [...text.matchAll(/^([A-Z]+) +(.*)$/gm)].map(([, instruction = '', words = '']) => ({
      instruction,
      words,
    }));
    const [, from = '', name = ''] =
      /^FROM (?:--platform=\$BUILDPLATFORM )?(\S+) AS (\S+)$/m.exec(text) ?? [];
    return { name, from, lines };
  });
const images = stages.filter(({ name }) => name === 'service' || name === 'simulator');
const wordsOf = (stage: Stage, instruction: string): readonly string[] =>
  stage.lines.filter((line) => line.instruction === instruction).map(({ words }) => words);

/** Matches an image given by its short name and a version, from the default registry. */
const VERSIONED = /^[a-z]+:\d+[\w.-]*$/;

describe('the Dockerfile', () => {
  const faults = (content: string): readonly string[] =>
    validate(content).map(({ message }) => JSON.stringify(message));

  it('is accepted by a builder', () => {
    expect(faults(dockerfile)).toEqual([]);
  });

  it('begins each stage with a versioned image or an earlier stage', () => {
    expect(stages.length).toBeGreaterThan(3);
    for (const [at, { from }] of stages.entries())
      expect(VERSIONED.test(from) || stages.slice(0, at).some(({ name }) => name === from), from).toBe(true);
  });

  it('copies only existing files', () => {
    for (const stage of stages) {
      for (const words of wordsOf(stage, 'COPY')) {
        const from = /^--from=(\S+)/.exec(words)?.[1];
        const paths = words
          .replace(/^--from=\S+ /, '')
          .split(' ')
          .slice(0, -1);
        if (from !== undefined) expect(stages.map(({ name }) => name)).toContain(from);
        for (const path of from === undefined ? paths : [])
          expect(existsSync(join(root, path)), path).toBe(true);
      }
    }
  });

  it('installs from the manifest of every workspace', () => {
    const copied = stages
      .filter(({ name }) => name === 'manifests')
      .flatMap((stage) => wordsOf(stage, 'COPY'));
    for (const workspace of workspaces) expect(copied).toContain(`${workspace}/package.json ${workspace}/`);
    const installs = stages
      .flatMap((stage) => wordsOf(stage, 'RUN'))
      .filter((words) => words.includes('npm '));
    expect(installs.filter((words) => /npm (i|install|add|exec)\b|npx/.test(words))).toEqual([]);
  });

  it('takes only packages from the builder’s platform that are the same on every platform', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dev?: true; devOptional?: true; cpu?: string[]; hasInstallScript?: true }>;
    };
    const native = Object.entries(packages).filter(
      ([, { dev, devOptional, cpu, hasInstallScript }]) =>
        !dev && !devOptional && (cpu !== undefined || hasInstallScript),
    );
    expect(native.map(([path]) => path)).toEqual([]);
  });

  it.each(images.map((stage) => [stage.name, stage] as const))(
    'runs the image %s as an unprivileged user, with a health check and its own signal handling',
    (_, stage) => {
      const order = stage.lines.map(({ instruction }) => instruction);
      expect(wordsOf(stage, 'USER')).toEqual(['node']);
      expect(order.lastIndexOf('RUN')).toBeLessThan(order.indexOf('USER'));
      expect(wordsOf(stage, 'HEALTHCHECK')).toHaveLength(1);
      const started = [...wordsOf(stage, 'ENTRYPOINT'), ...wordsOf(stage, 'CMD')];
      expect(started.length).toBeGreaterThan(0);
      for (const words of started) expect(() => JSON.parse(words) as unknown).not.toThrow();
      // The builds and their tools are left out: these stages contain only run-time packages.
      expect(wordsOf(stage, 'COPY')).not.toContain('. .');
      expect(wordsOf(stage, 'COPY').join('\n')).not.toMatch(/--from=build \/upc (?!\/)/);
    },
  );

  it('contains no secret', () => {
    for (const stage of stages)
      expect([...wordsOf(stage, 'ENV'), ...wordsOf(stage, 'ARG')].join(' ')).not.toMatch(
        /SECRET|PASSWORD|_KEY|DATABASE_URL/,
      );
  });
});

describe('the build context of the images', () => {
  const lines = read('deploy/Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  it('lists only existing paths, and excludes everything else', () => {
    expect(lines[0]).toBe('**');
    const named = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    for (const path of named.filter((name) => !name.includes('*')))
      expect(existsSync(join(root, path)), path).toBe(true);
    expect(named.filter((path) => /^\.(?!npmrc$)|secrets/.test(path))).toEqual([]);
    expect(lines).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '**/.data']));
  });
});

interface Service {
  readonly image?: string;
  readonly build?: { readonly target: string };
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly secrets?: readonly string[];
}

describe('compose.yaml', () => {
  const folder = mkdtempSync(join(tmpdir(), 'upc-compose-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // Our keys are ordered by their purpose, so the rules on order are off.
  const order = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order'];
  const linter = new DCLinter({
    rules: Object.fromEntries(order.map((rule) => [rule, 0])),
    quiet: false,
    debug: false,
    exclude: [],
  });
  const faults = (content: string): readonly string[] => {
    const file = join(folder, 'compose.yaml');
    writeFileSync(file, content);
    return linter.lintFiles([file], false).flatMap(({ messages }) => messages.map(({ message }) => message));
  };
  const { services, networks, secrets } = parse(compose) as {
    services: Readonly<Record<string, Service>>;
    networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
    secrets: Readonly<Record<string, { readonly file: string }>>;
  };

  it('is accepted by Compose', () => {
    expect(faults(compose)).toEqual([]);
  });

  it('builds images of the Dockerfile, and uses others by their version', () => {
    for (const { build, image } of Object.values(services)) {
      if (build) expect(images.map(({ name }) => name)).toContain(build.target);
      else expect(image).toMatch(VERSIONED);
    }
  });

  it('exposes nothing to other machines, and the database only to the service', () => {
    for (const { ports = [] } of Object.values(services))
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    const inside = Object.entries(services).filter(([, { networks }]) => networks.includes('inside'));
    expect(inside.map(([name]) => name)).toEqual(['service', 'database']);
    expect(networks.inside).toEqual({ internal: true });
    expect(services.database).toMatchObject({ networks: ['inside'] });
    expect(services.database?.ports).toBeUndefined();
  });

  it('has secrets only in files, which git ignores', () => {
    for (const { file } of Object.values(secrets)) expect(file).toMatch(/^secrets\/\w+$/);
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['/deploy/secrets/', '.env']));
    for (const { environment = {}, secrets: taken = [] } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (!/SECRET|PASSWORD|DATABASE_URL/.test(name)) continue;
        expect(name).toMatch(/_FILE$/);
        expect(taken).toContain(value.replace('/run/secrets/', ''));
      }
      for (const secret of taken) expect(Object.keys(secrets)).toContain(secret);
    }
  });

  it.each([
    // This page contains the table of settings, which is generated from their schema.
    ['service', 'docs/settings.md'],
    ['simulator', 'packages/simulator/src/main.ts'],
  ])('sets only variables that the %s reads', (service, file) => {
    const known = read(file);
    for (const name of Object.keys(services[service]?.environment ?? {})) {
      expect(known).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  it('uses one address for the simulated provider', () => {
    const [address, ...others] = Object.values(services).flatMap(
      ({ environment }) => environment?.SIMULATOR_PUBLIC_URL ?? [],
    );
    expect(address).toBeDefined();
    expect(others).toEqual([address]);
  });

  it('contains the backup and restore programs of the database’s version', () => {
    const [, version] = /^postgres:(\d+)/.exec(services.database?.image ?? '') ?? [];
    const service = images.find(({ name }) => name === 'service');
    expect(service && wordsOf(service, 'RUN').join('\n')).toMatch(
      new RegExp(`install .*\\bpostgresql-client-${version}\\b`),
    );
  });
});
