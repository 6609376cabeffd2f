import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { npm, run } from './run.mjs';

let folder: string;
beforeEach(() => {
  // The path contains a space, as paths on Windows often do.
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'upc run-')));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe('npm', () => {
  test('is the one that runs the script, by Node', async () => {
    const cli = join(folder, 'npm-cli.js');
    writeFileSync(cli, 'console.log(JSON.stringify(process.argv.slice(2)))');
    vi.stubEnv('npm_execpath', cli);
    expect(await npm(['ci', '--prefix', folder])).toEqual({
      code: 0,
      output: `${JSON.stringify(['ci', '--prefix', folder])}\n`,
    });
  });

  test('is the one on the path where nothing names it', async () => {
    vi.stubEnv('npm_execpath', undefined);
    const { code, output } = await npm(['--version']);
    expect(code).toBe(0);
    expect(output).toMatch(/^\d+\.\d+/);
  });
});

describe('a command', () => {
  const node = (program: string, options = {}) => run(process.execPath, ['-e', program], options);

  test('says its exit code, and what it printed on both streams', async () => {
    const { code, output } = await node("console.log('said'); console.error('complained'); process.exit(3)");
    expect(code).toBe(3);
    expect(output.split('\n').sort()).toEqual(['', 'complained', 'said']);
  });

  test('has our environment and what is added, in its folder', async () => {
    vi.stubEnv('UPC_OURS', 'ours');
    const program = 'console.log(process.env.UPC_OURS, process.env.UPC_ADDED, process.cwd())';
    const { output } = await node(program, { env: { UPC_ADDED: 'added' }, cwd: folder });
    expect(output).toBe(`ours added ${folder}\n`);
  });

  test('that a signal ends has failed', async () => {
    const { code, output } = await node("process.kill(process.pid, 'SIGKILL')");
    expect(code).toBe(1);
    expect(output).toContain('SIGKILL');
  });

  test('that does not exist has failed, and is named', async () => {
    const { code, output } = await run('upc-no-such-command', []);
    expect(code).toBe(1);
    expect(output).toContain('upc-no-such-command');
  });
});
