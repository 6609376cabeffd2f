import { connect, createServer } from 'node:net';

// A browser tries both addresses for localhost, so a port that is taken on one of them is not free.
const hosts = ['127.0.0.1', '::1'];

/**
 * @param {number} port
 * @returns {Promise<boolean>} whether no program answers there and this process could listen there
 */
export async function isFree(port) {
  const taken = await Promise.all(
    hosts.map(async (host) => (await answers(port, host)) || !(await canListen(port, host))),
  );
  return !taken.includes(true);
}

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<boolean>}
 */
export function answers(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** @returns {Promise<number>} a loopback port on which no program listens now */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Starts something on a free loopback port. It tries up to three ports, because another process may take one before it
 * is bound.
 * @template Result
 * @param {(port: number) => Promise<Result>} start rejects if it cannot start on the port
 * @param {number} [attempts]
 * @returns {Promise<Result>}
 * @throws the error of the last attempt
 */
export async function startOnFreePort(start, attempts = 3) {
  try {
    return await start(await freePort());
  } catch (error) {
    if (attempts <= 1) throw error;
    return startOnFreePort(start, attempts - 1);
  }
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>} also true if the machine has no such address
 */
function canListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => {
      resolve('code' in error && error.code !== 'EADDRINUSE' && error.code !== 'EACCES');
    });
    server.listen({ port, host }, () => server.close(() => resolve(true)));
  });
}
