import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Folder in the data folder. */
const FOLDER = 'held-events';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The events that are held back: a folder with an empty file for each, so that none is lost when the sandbox is killed.
 * An event is added before the service counts it as delivered, and removed after the service was made to send it.
 */
export class HeldEvents {
  private constructor(private readonly folder: string) {}

  static async open(dataFolder: string): Promise<HeldEvents> {
    const folder = path.join(dataFolder, FOLDER);
    await mkdir(folder, { recursive: true });
    return new HeldEvents(folder);
  }

  async add(uuid: string): Promise<void> {
    await writeFile(path.join(this.folder, uuid), '');
  }

  async remove(uuid: string): Promise<void> {
    await rm(path.join(this.folder, uuid), { force: true });
  }

  /** Returns the uuids of those that an earlier run has left behind, before the service of this one sends any. */
  async list(): Promise<readonly string[]> {
    // Others may put files here too, such as .DS_Store.
    return (await readdir(this.folder)).filter((name) => UUID.test(name));
  }
}
