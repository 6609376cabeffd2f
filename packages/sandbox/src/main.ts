import { endOnSignals } from '@upc/service/end-on-signals';
import { clockCommand } from './clock-command.js';
import { HELP, type Options, readOptions, requireTest } from './options.js';
import { choosePorts } from './ports.js';
import { type Sandbox, startSandbox } from './sandbox.js';
import { welcome } from './welcome.js';

await main().catch((error: unknown) => {
  process.stderr.write(`upc-sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

async function main(): Promise<void> {
  const [command, ...others] = process.argv.slice(2);
  if (command === 'clock') {
    process.stdout.write(await clockCommand(others));
    return;
  }
  const options = readOptions(process.argv.slice(2), process.cwd());
  if (options.wantsHelp) {
    process.stdout.write(HELP);
    return;
  }
  requireTest(process.env);
  const starting = start(options);
  // Signals are handled from the beginning, because an interrupted start would leave a half-made database.
  const ending = new AbortController();
  endOnSignals(
    {
      signals: process,
      exit: (code) => process.exit(code),
      printError: (text) => process.stderr.write(text),
      now: () => performance.now(),
    },
    async () => {
      ending.abort();
      const started = await starting.catch(() => null);
      await started?.close();
    },
  );
  // A terminal sends SIGHUP when it is closed.
  process.on('SIGHUP', () => process.emit('SIGTERM'));
  endWithNpm();
  const sandbox = await starting;
  if (!ending.signal.aborted) process.stdout.write(welcome(sandbox, options.dataFolder));
}

async function start(options: Options): Promise<Sandbox> {
  const ports = await choosePorts(options.port);
  process.stdout.write(
    'Starting the service, a simulated payment provider and the pages. The first time takes longest …\n',
  );
  return startSandbox(ports, options);
}

/**
 * Ends the process when its parent ends. npm passes a signal only to the shell in which it runs programs, and that
 * shell ends without passing it on.
 */
function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.emit('SIGTERM');
  }, 500).unref();
}
