import { readEnvironment } from '../environment.js';
import { startService } from '../service.js';
import type { Desk } from './desk.js';

/** Runs the service until the process is told to end. */
export async function serve({ variables, print }: Desk): Promise<void> {
  const service = await startService(readEnvironment(variables));
  const { url: listening, publicUrl, metricsUrl } = service;
  let isEnding = false;
  const end = () => {
    // A terminal and whoever started the service in it both tell it.
    if (isEnding) return;
    isEnding = true;
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  print(`${JSON.stringify({ listening, publicUrl, ...(metricsUrl && { metrics: metricsUrl }) })}\n`);
}
