import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { answers, isFree } from './ports.mjs';

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
