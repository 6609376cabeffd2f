import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry } from './events.js';

/** The complete entries of a journal file, and the position where the last complete line ends. */
interface Whole {
  readonly entries: readonly Entry[];
  readonly bytes: number;
}

/**
 * Appends entries to a file, one JSON line each. `append` returns when the line is on disk, so everything that was
 * answered is recorded. It writes synchronously on purpose: no other code can run between the check of a request and
 * its entry, and two requests never mix in a line.
 */
export class Journal {
  readonly #file: number;
  #bytes: number;

  private constructor(file: number, bytes: number) {
    this.#file = file;
    this.#bytes = bytes;
  }

  /**
   * Opens the journal of a folder and creates it if there is none. Drops a last line that was cut off by a crash,
   * because its request was never answered.
   *
   * @returns the journal and the entries in it, oldest first
   * @throws Error when a line before the last cannot be read; nothing is changed then
   */
  static open(folder: string): { journal: Journal; entries: readonly Entry[] } {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'journal.jsonl');
    const file = openSync(path, 'a+', 0o600);
    const { entries, bytes } = readWhole(readFileSync(file), path);
    if (fstatSync(file).size > bytes) ftruncateSync(file, bytes);
    fsyncSync(file);
    if (bytes === 0) syncFolders(folder);
    return { journal: new Journal(file, bytes), entries };
  }

  /**
   * Writes an entry to disk.
   *
   * @throws Error of the file system; the journal is then unchanged
   */
  append(entry: Entry): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      for (let written = 0; written < line.length;) written += writeSync(this.#file, line, written);
      fsyncSync(this.#file);
    } catch (error) {
      ftruncateSync(this.#file, this.#bytes);
      throw error;
    }
    this.#bytes += line.length;
  }

  close(): void {
    closeSync(this.#file);
  }
}

function readWhole(content: Buffer, path: string): Whole {
  const entries: Entry[] = [];
  let start = 0;
  for (let end = content.indexOf('\n'); end !== -1; end = content.indexOf('\n', start)) {
    const entry = parse(content.toString('utf8', start, end));
    if (entry === undefined) {
      // A damaged line with others after it was once complete, so it must not be dropped.
      if (content.indexOf('\n', end + 1) !== -1) {
        throw new Error(`${path}: line ${entries.length + 1} is damaged. Restore the file, or move it away.`);
      }
      break;
    }
    entries.push(entry);
    start = end + 1;
  }
  return { entries, bytes: start };
}

function parse(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

/**
 * Flushes the folders to disk. A new file survives a power failure only if the folders that name it are on disk too.
 */
function syncFolders(folder: string): void {
  if (process.platform === 'win32') return;
  for (const path of [folder, dirname(folder)]) {
    const handle = openSync(path, 'r');
    fsyncSync(handle);
    closeSync(handle);
  }
}
