import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { answers, isFree, startOnFreePort } from './ports.mjs';

describe('whether a port is free', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  async function listen(host: string): Promise<number> {
    const server = createServer();
    servers.push(server);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
    return (server.address() as AddressInfo).port;
  }

  it.each(['127.0.0.1', '0.0.0.0'])('not while somebody listens on %s', async (host) => {
    const port = await listen(host);
    expect(await isFree(port)).toBe(false);
    expect(await answers(port)).toBe(true);
  });

  it('again when the server has ended', async () => {
    const port = await listen('127.0.0.1');
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
    expect(await isFree(port)).toBe(true);
    expect(await answers(port)).toBe(false);
  });
});

describe('what starts on a free port', () => {
  it.each([
    [0, 1],
    [2, 3],
    [9, 3],
  ])('fails %i times: it is tried %i times', async (failures, attempts) => {
    const ports: number[] = [];
    const started = startOnFreePort((port) => {
      ports.push(port);
      return ports.length > failures ? Promise.resolve(port) : Promise.reject(new Error('taken'));
    });
    if (failures < 3) expect(await started).toBe(ports.at(-1));
    else await expect(started).rejects.toThrow('taken');
    expect(ports).toHaveLength(attempts);
  });
});
