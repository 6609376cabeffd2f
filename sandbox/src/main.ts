import { endOnSignals } from '@upc/service/end-on-signals';
import { HELP, readOptions, requireTest } from './options.js';
import { choosePorts } from './ports.js';
import { startSandbox } from './sandbox.js';
import { welcome } from './welcome.js';

await main().catch((error: unknown) => {
  process.stderr.write(`upc-sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.cwd());
  if (options.wantsHelp) {
    process.stdout.write(HELP);
    return;
  }
  requireTest(process.env);
  const ports = await choosePorts(options.port);
  process.stdout.write(
    'Starting the service, a simulated payment provider and the pages. The first time takes longest …\n',
  );
  const sandbox = await startSandbox(ports, options);
  endOnSignals(
    {
      signals: process,
      exit: (code) => process.exit(code),
      printError: (text) => process.stderr.write(text),
      now: () => performance.now(),
    },
    () => sandbox.close(),
  );
  // A terminal that is closed.
  process.on('SIGHUP', () => process.emit('SIGTERM'));
  endWithNpm();
  process.stdout.write(welcome(sandbox, options.dataFolder));
}

/** npm passes a signal on to the shell that it runs programs in, and that shell ends without passing it on. */
function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.emit('SIGTERM');
  }, 500).unref();
}
