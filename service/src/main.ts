import { HELP, readEnvironment } from './environment.js';
import { startService } from './service.js';

if (process.argv.includes('--help')) {
  process.stdout.write(HELP);
} else {
  try {
    const environment = readEnvironment(process.env);
    const service = await startService(environment);
    const { url: listening, publicUrl } = service;
    const end = () => {
      service.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.once('SIGTERM', end);
    process.once('SIGINT', end);
    process.stdout.write(`${JSON.stringify({ listening, publicUrl })}\n`);
  } catch (error) {
    process.stderr.write(
      `The service cannot start. ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
