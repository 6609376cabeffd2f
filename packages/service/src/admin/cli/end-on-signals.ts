import type { EventEmitter } from 'node:events';

/**
 * Time within which signals count as one key press: a terminal signals every process in it, and `npm run` passes the
 * signal on.
 */
const ONE_PRESS_MS = 1_000;
/** Exit code of shells for SIGINT: 128 plus the number of the signal. */
const INTERRUPTED = 130;

/** Access to the process that is to end. */
export interface Ending {
  readonly signals: Pick<EventEmitter, 'on'>;
  readonly exit: (code: number) => void;
  readonly printError: (text: string) => void;
  /** Returns the milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/**
 * Ends the service when the process receives a signal. SIGTERM or Ctrl-C lets it finish its work in progress; another
 * Ctrl-C ends it immediately. Another SIGTERM does not: a supervisor that cannot wait has SIGKILL.
 */
export function endOnSignals({ signals, exit, printError, now }: Ending, close: () => Promise<void>): void {
  let endingSince: number | null = null;
  const end = (word: string) => {
    if (endingSince !== null) return;
    endingSince = now();
    printError(word);
    close().then(
      () => exit(0),
      () => exit(1),
    );
  };
  signals.on('SIGTERM', () => end(''));
  signals.on('SIGINT', () => {
    if (endingSince !== null && now() - endingSince > ONE_PRESS_MS) {
      printError('Ended immediately. The next start finishes the interrupted work.\n');
      exit(INTERRUPTED);
      return;
    }
    end('Finishing work in progress. Press Ctrl-C again to end immediately.\n');
  });
}
