import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** File in the data folder, which exists once the clock was moved. */
const FILE = 'clock.json';

/** The clock of all programs of a sandbox. It runs ahead of this machine's by the time that it was moved. */
export class SandboxClock {
  private constructor(
    readonly file: string,
    private moved: number,
  ) {}

  /**
   * Opens the clock of a data folder.
   *
   * @throws Error when its file is damaged.
   */
  static async open(dataFolder: string): Promise<SandboxClock> {
    const file = path.join(dataFolder, FILE);
    const text = await readFile(file, 'utf8').catch(() => null);
    return new SandboxClock(file, text === null ? 0 : movedOf(text, file));
  }

  /** Milliseconds by which this clock is ahead of the machine's. */
  get ahead(): number {
    return this.moved;
  }

  now(): Date {
    return new Date(Date.now() + this.moved);
  }

  /** Moves the clock forward. The new time is stored first, so that it never goes back after a crash. */
  async move(milliseconds: number): Promise<void> {
    const aheadMs = this.moved + milliseconds;
    await writeFile(`${this.file}.new`, JSON.stringify({ aheadMs }));
    await rename(`${this.file}.new`, this.file);
    this.moved = aheadMs;
  }
}

function movedOf(text: string, file: string): number {
  const { aheadMs } = parsed(text);
  if (typeof aheadMs === 'number' && aheadMs >= 0) return aheadMs;
  throw new Error(`${file} does not say how far the clock of this sandbox is ahead.`);
}

function parsed(text: string): { readonly aheadMs?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as { aheadMs?: unknown };
  } catch {
    return {};
  }
}
