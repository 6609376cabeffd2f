import type { EventEmitter } from 'node:events';

/** A terminal signals every process in it, and `npm run` hands the signal on: within this time, it is one press of the keys. */
const ONE_PRESS_MS = 1_000;
/** 128 and the number of SIGINT, as shells tell it. */
const INTERRUPTED = 130;

/** The process that is to end. */
export interface Ending {
  readonly signals: Pick<EventEmitter, 'on'>;
  readonly exit: (code: number) => void;
  readonly printError: (text: string) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/**
 * Ends the service when the process is told to: SIGTERM or Ctrl-C lets it finish what is under way; another Ctrl-C ends it at
 * once. Another SIGTERM does not: a supervisor that cannot wait has SIGKILL.
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
      printError('Ended at once; the next start finishes what was cut off.\n');
      exit(INTERRUPTED);
      return;
    }
    end('Finishing what is under way. Press Ctrl-C again to end at once.\n');
  });
}
