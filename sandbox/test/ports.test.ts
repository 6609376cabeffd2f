import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort, isFree } from '../../scripts/lib/ports.mjs';
import { choosePorts } from '../src/ports.js';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function take(port: number): Promise<void> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
}

/** A port that is free, and those that follow from it. */
async function freeRow(): Promise<number> {
  const port = await freePort();
  const row = await Promise.all([port + 10, port + 20].map((next) => isFree(next)));
  return port < 65_000 && !row.includes(false) ? port : freeRow();
}

describe('the ports', () => {
  test('follow from that of the service', async () => {
    const port = await freeRow();
    expect(await choosePorts(port)).toEqual({ service: port, simulator: port + 10, pages: port + 20 });
  });

  test('are free ones for 0', async () => {
    const ports = Object.values(await choosePorts(0)) as number[];
    expect(new Set(ports).size).toBe(3);
    expect(await Promise.all(ports.map((port) => isFree(port)))).toEqual([true, true, true]);
  });

  test.each([0, 10, 20])(
    'that are taken are named, and another that would do: the service’s and %i',
    async (step) => {
      const port = await freeRow();
      await take(port + step);
      const told = await choosePorts(port).then(
        () => 'nothing',
        (error: unknown) => (error as Error).message,
      );
      expect(told).toContain(`Port ${port + step} is taken.`);
      const other = Number(/--port (\d+)$/.exec(told)?.[1]);
      expect(other).not.toBe(port);
      await expect(choosePorts(other)).resolves.toMatchObject({ service: other });
    },
  );
});
