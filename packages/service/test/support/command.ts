import type { CliContext } from '../../src/admin/cli/cli-context.js';
import { runCommand } from '../../src/admin/cli/run-command.js';
import type { TestService } from './service.js';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of `upc-service`, on the service's database unless the CLI context specifies another. */
export async function giveCommand(
  service: TestService,
  args: readonly string[],
  cli: Partial<CliContext> = {},
): Promise<CommandResult> {
  let [out, err, failed] = ['', '', 0];
  const code = await runCommand(args, {
    variables: {},
    print: (text) => (out += text),
    printError: (text) => (err += text),
    open: async () => ({ app: service.app, database: service.database, close: async () => {} }),
    fail: () => (failed = 1),
    ...cli,
  });
  return { code: code || failed, out, err };
}
