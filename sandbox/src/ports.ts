import { freePort, isFree } from '../../scripts/lib/ports.mjs';

export interface Ports {
  readonly service: number;
  readonly simulator: number;
  readonly pages: number;
}

/** From one program's port to the next one's. */
const STEP = 10;
/** So many others are looked at when one is to be named that is free. */
const TRIES = 50;

/**
 * The ports that follow from that of the service, so that addresses are the same at every start.
 *
 * @param port of the service; 0: free ones.
 * @throws Error when one is taken, naming it and a port of the service that would do.
 */
export async function choosePorts(port: number): Promise<Ports> {
  if (port === 0) return { service: await freePort(), simulator: await freePort(), pages: await freePort() };
  const ports = portsFrom(port);
  const taken = await takenOf(ports);
  if (taken.length === 0) return ports;
  const [only = 0, ...others] = taken;
  const what = others.length === 0 ? `Port ${only} is taken` : `Ports ${taken.join(', ')} are taken`;
  throw new Error(
    `${what}. End what listens there (another sandbox, or npm start?), or choose another: --port ${await nextFree(port)}`,
  );
}

function portsFrom(port: number): Ports {
  return { service: port, simulator: port + STEP, pages: port + 2 * STEP };
}

async function takenOf(ports: Ports): Promise<readonly number[]> {
  const checked = await Promise.all(
    Object.values(ports).map(async (port: number) => ({ port, free: await isFree(port) })),
  );
  return checked.filter(({ free }) => !free).map(({ port }) => port);
}

/** @returns the first port after this one with which all are free; 0, which always does, when none is found nearby. */
async function nextFree(port: number): Promise<number> {
  for (let other = port + 1; other < Math.min(port + TRIES, 65_535 - 2 * STEP); other += 1)
    if ((await takenOf(portsFrom(other))).length === 0) return other;
  return 0;
}
