import { freePort, isFree } from '../../../scripts/lib/ports.mjs';

export interface Ports {
  readonly service: number;
  readonly simulator: number;
  readonly pages: number;
}

/** Access to the ports of this machine; tests pass a fake. */
export interface Machine {
  isFree(port: number): Promise<boolean>;
  /** Returns a free port; it may return the same one twice. */
  freePort(): Promise<number>;
}

/** Port of the service if none is given. */
export const USUAL_PORT = '4010';
/** Distance between the ports of two programs. */
const STEP = 10;
/** Highest port of the service with which all three ports are valid. */
const LAST_PORT = 65_535 - 2 * STEP;
/** Number of ports that are tried when suggesting a free one. */
const CANDIDATES = 50;

/**
 * Reads the port of the service.
 * @throws Error naming the allowed values.
 */
export function portOf(given: string): number {
  const port = Number(given);
  if (/^\d+$/.test(given) && port <= LAST_PORT) return port;
  throw new Error(`--port is "${given}"; it must be a whole number from 0 to ${LAST_PORT}.`);
}

/**
 * Derives all ports from that of the service, so that addresses are the same at every start.
 *
 * @param port of the service; 0 picks free ports.
 * @throws Error when a port is taken, naming it and a port of the service that would work.
 */
export async function choosePorts(port: number, machine: Machine = { isFree, freePort }): Promise<Ports> {
  if (port === 0) return freePorts(machine);
  const ports = portsFrom(port);
  const taken = await takenOf(ports, machine);
  if (taken.length === 0) return ports;
  const [only = 0, ...others] = taken;
  const what = others.length === 0 ? `Port ${only} is taken` : `Ports ${taken.join(', ')} are taken`;
  throw new Error(
    `${what}. End what listens there (another sandbox, or npm start?), or choose another: --port ${await nextFree(port, machine)}`,
  );
}

/** Finds three different ports: the system may offer a port again that was just released. */
async function freePorts(machine: Machine): Promise<Ports> {
  const found = new Set<number>();
  while (found.size < 3) found.add(await machine.freePort());
  const [service = 0, simulator = 0, pages = 0] = found;
  return { service, simulator, pages };
}

function portsFrom(port: number): Ports {
  return { service: port, simulator: port + STEP, pages: port + 2 * STEP };
}

async function takenOf(ports: Ports, machine: Machine): Promise<readonly number[]> {
  const checked = await Promise.all(
    Object.values(ports).map(async (port: number) => ({ port, free: await machine.isFree(port) })),
  );
  return checked.filter(({ free }) => !free).map(({ port }) => port);
}

/**
 * Finds a port of the service with which all ports are free.
 *
 * @returns the first such port after this one; 0, which always works, if none is found nearby.
 */
async function nextFree(port: number, machine: Machine): Promise<number> {
  for (let other = port + 1; other < Math.min(port + CANDIDATES, LAST_PORT); other += 1)
    if ((await takenOf(portsFrom(other), machine)).length === 0) return other;
  return 0;
}
