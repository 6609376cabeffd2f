import { THIS_PROCESS } from './admin/cli/cli-context.js';
import { runCommand } from './admin/cli/run-command.js';

const code = await runCommand(process.argv.slice(2), THIS_PROCESS);
if (code !== 0) process.exitCode = code;
