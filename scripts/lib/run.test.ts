import { expect, test } from 'vitest';
import { npmCommand, run } from './run.mjs';

test.each(['linux', 'darwin', 'win32'] as const)(
  'npm on %s is the one that runs the script, by Node and without a shell',
  (platform) => {
    const cli = platform === 'win32' ? 'C:\\npm\\npm-cli.js' : '/usr/lib/npm-cli.js';
    expect(npmCommand(['run', 'build'], platform, cli)).toEqual({
      command: process.execPath,
      args: [cli, 'run', 'build'],
      shell: false,
    });
  },
);

test.each([
  ['linux', { command: 'npm', args: ['run', 'build'], shell: false }],
  ['darwin', { command: 'npm', args: ['run', 'build'], shell: false }],
  // Node refuses to start npm.cmd by itself.
  ['win32', { command: 'npm run build', args: [], shell: true }],
] as const)('npm on %s is the one on the path where nothing names it', (platform, command) => {
  expect(npmCommand(['run', 'build'], platform, undefined)).toEqual(command);
});

test.each(['linux', 'win32'] as const)('npm on %s is given no word with a blank', (platform) => {
  for (const cli of [undefined, '/usr/lib/npm-cli.js'])
    expect(() => npmCommand(['ci', '--prefix', 'C:\\My Work\\docs'], platform, cli)).toThrow(
      /"C:\\My Work\\docs".*cwd or env/,
    );
});

test('a command runs in a shell as one line', async () => {
  const { command, args, shell } = npmCommand(['--version'], 'win32', undefined);
  const { code, output } = await run(command, args, { shell });
  expect(code).toBe(0);
  expect(output).toMatch(/^\d+\./m);
});
