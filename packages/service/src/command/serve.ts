import { readEnvironment } from '../environment.js';
import { startService } from '../service.js';
import type { Desk } from './desk.js';
import { endOnSignals } from './end-on-signals.js';

/** Runs the service until the process is told to end. */
export async function serve({ variables, print, printError }: Desk): Promise<void> {
  const service = await startService(readEnvironment(variables));
  const { url: listening, publicUrl, metricsUrl } = service;
  const exit = (code: number) => process.exit(code);
  endOnSignals({ signals: process, exit, printError, now: () => performance.now() }, () => service.close());
  print(`${JSON.stringify({ listening, publicUrl, ...(metricsUrl && { metrics: metricsUrl }) })}\n`);
}
