import { describe, expect, test } from 'vitest';
import { choosePorts, type Machine } from '../src/ports.js';

/** Fakes a machine on which the ports `taken` are in use, and which offers the ports `given` one after the other. */
function machine({ taken = [], given = [] }: { taken?: number[]; given?: number[] } = {}): Machine {
  const rest = [...given];
  return {
    isFree: async (port) => !taken.includes(port),
    freePort: async () => rest.shift() ?? Promise.reject(new Error('asked too often')),
  };
}

describe('the ports', () => {
  test('follow from that of the service', async () => {
    expect(await choosePorts(4010, machine())).toEqual({ service: 4010, simulator: 4020, pages: 4030 });
  });

  test('are three different free ones for 0, though the system may give out one twice', async () => {
    const ports = await choosePorts(0, machine({ given: [50_001, 50_001, 50_002, 50_001, 50_003] }));
    expect(ports).toEqual({ service: 50_001, simulator: 50_002, pages: 50_003 });
  });

  test.each([
    [[4010], 'Port 4010 is taken.', 4011],
    [[4020], 'Port 4020 is taken.', 4011],
    [[4030], 'Port 4030 is taken.', 4011],
    [[4010, 4030], 'Ports 4010, 4030 are taken.', 4011],
    // The next ports do not work either, because one of their other ports is taken.
    [[4010, 4021, 4032], 'Port 4010 is taken.', 4013],
    [Array.from({ length: 100 }, (_, index) => 4010 + index), 'are taken.', 0],
  ])('that are taken are named, and another that would do: %j', async (taken, named, other) => {
    const told = choosePorts(4010, machine({ taken }));
    await expect(told).rejects.toThrow(named);
    await expect(told).rejects.toThrow(new RegExp(`: --port ${other}$`));
  });
});
