import { expect, test } from 'vitest';
import { actorOf, THIS_PROCESS } from './cli-context.js';
import { runCommand } from './run-command.js';

/** Fails as node:os does in a container that runs under a user id without an account. */
function noAccount(): never {
  throw Object.assign(new Error('A system error occurred: uv_os_get_passwd returned ENOENT'), {
    code: 'ERR_SYSTEM_ERROR',
  });
}

test('the record names the person given, else the account, else the number that runs the process', () => {
  expect(actorOf({ as: 'anna' }, noAccount)).toBe('command: anna');
  expect(actorOf({}, () => 'berta')).toBe('command: berta');
  expect(actorOf({}, noAccount)).toBe(`command: uid ${process.getuid?.()}`);
});

test('help asks for no account', async () => {
  let out = '';
  const code = await runCommand(['--help'], { ...THIS_PROCESS, print: (text) => (out += text) });
  expect([code, out]).toEqual([0, expect.stringContaining('serve')]);
});
