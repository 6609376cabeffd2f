import { readEnvironment } from '../environment.js';
import { startService } from '../service.js';
import type { Desk } from './desk.js';

/** Runs the service until the process is told to end. */
export async function serve({ variables, print }: Desk): Promise<void> {
  const service = await startService(readEnvironment(variables));
  const { url: listening, publicUrl } = service;
  const end = () => {
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  print(`${JSON.stringify({ listening, publicUrl })}\n`);
}
