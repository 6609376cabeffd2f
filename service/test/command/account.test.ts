import type * as os from 'node:os';
import { expect, test, vi } from 'vitest';
import { actorOf, THIS_PROCESS } from '../../src/command/desk.js';
import { runCommand } from '../../src/command/run-command.js';

// What node:os does in a container that runs as a number no account has.
vi.mock('node:os', async (original) => ({
  ...(await original<typeof os>()),
  userInfo: () => {
    throw Object.assign(new Error('A system error occurred: uv_os_get_passwd returned ENOENT'), {
      code: 'ERR_SYSTEM_ERROR',
    });
  },
}));

test('where no account has the number that runs it, the command works, and the record names the number', async () => {
  let out = '';
  const code = await runCommand(['--help'], { ...THIS_PROCESS, print: (text) => (out += text) });
  expect([code, out]).toEqual([0, expect.stringContaining('serve')]);
  expect(actorOf({})).toBe(`command: uid ${process.getuid?.()}`);
  expect(actorOf({ as: 'anna' })).toBe('command: anna');
});
