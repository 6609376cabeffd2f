import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Children } from './children.mjs';
import { startOnFreePort } from './ports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'upc-children-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the code of a program that listens. When it is asked to end, it records that it could finish. */
const program = (told: string, finished: string): string => `
  import { writeFileSync } from 'node:fs';
  import { createServer } from 'node:net';
  const server = createServer().listen(Number(process.env.PROGRAM_PORT), '127.0.0.1');
  process.once(${JSON.stringify(told)}, () =>
    server.close(() => writeFileSync(${JSON.stringify(finished)}, 'finished')));
`;

async function startAndEnd(name: string, told: string): Promise<{ finished: string; deaths: string[] }> {
  const entry = join(folder, `${name}.mjs`);
  const finished = join(folder, `${name}.txt`);
  writeFileSync(finished, '');
  writeFileSync(entry, program(told, finished));
  let deaths: string[] = [];
  const children = await startOnFreePort(
    (port) =>
      new Promise<Children>((resolve, reject) => {
        deaths = [];
        const tried = new Children((_, how) => {
          deaths.push(how);
          reject(new Error(how));
        });
        tried
          .start({ name, entry, port, env: { PROGRAM_PORT: String(port) } })
          .then(() => resolve(tried), reject);
      }),
  );
  await children.end();
  return { finished: readFileSync(finished, 'utf8'), deaths };
}

test('a program that is told to end finishes what it does, on any system: no signal is sent', async () => {
  expect(await startAndEnd('finishes', 'SIGTERM')).toEqual({ finished: 'finished', deaths: [] });
});

test('a program that has nothing to finish ends as well', async () => {
  expect(await startAndEnd('ends', 'SIGUSR2')).toEqual({ finished: '', deaths: [] });
});
