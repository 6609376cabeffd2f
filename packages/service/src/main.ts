import { THIS_PROCESS } from './command/desk.js';
import { runCommand } from './command/run-command.js';

const code = await runCommand(process.argv.slice(2), THIS_PROCESS);
if (code !== 0) process.exitCode = code;
