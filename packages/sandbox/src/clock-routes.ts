import type { RunningService } from '@upc/service/service';
import { type Advance, advance } from './advance.js';
import type { SandboxClock } from './clock.js';
import { durationOf } from './duration.js';

/** What the sandbox says about its clock. */
export interface ClockState {
  /** The sandbox's time. */
  readonly now: string;
  /** Milliseconds by which it is ahead of the machine's. */
  readonly aheadMs: number;
}

export interface Advanced extends ClockState, Advance {
  /** Seconds that it took. */
  readonly seconds: number;
}

export const CLOCK_PATH = '/sandbox/clock';
export const ADVANCE_PATH = '/sandbox/clock/advance';

const HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Adds the routes of the sandbox's clock to its service. No web page can call them: not a page of another site, whose
 * browser states the page's origin and cannot send JSON without asking, and not one whose name was rebound to this
 * machine.
 *
 * @param service returns the service once it runs.
 * @param signal ends a move after its current step.
 */
export function clockRoutes(
  app: RunningService['app']['app'],
  clock: SandboxClock,
  service: () => RunningService,
  signal: AbortSignal,
): void {
  const state = (): ClockState => ({ now: clock.now().toISOString(), aheadMs: clock.ahead });
  // One move ends before the next begins.
  let moving: Promise<unknown> = Promise.resolve();
  const moveBy = (milliseconds: number): Promise<Advanced> => {
    const move = async (): Promise<Advanced> => {
      const begun = performance.now();
      const { prepared, app: running } = service();
      // The demo's data belongs to the time of its start.
      await prepared;
      const advanced = await advance(clock, (ms) => running.runDueJobs(ms), milliseconds, signal);
      return { ...state(), ...advanced, seconds: Math.round((performance.now() - begun) / 100) / 10 };
    };
    const moved = moving.then(move, move);
    moving = moved;
    return moved;
  };

  // Browsers learn the time from this header; the widget counts down by it.
  app.addHook('onSend', async (_, reply) => {
    reply.header('date', clock.now().toUTCString());
  });
  app.register(async (routes) => {
    routes.addHook('onRequest', async ({ headers }, reply) => {
      if (!isFromTerminal(headers))
        await reply.status(403).send({ message: 'The clock is moved from a terminal, not from a web page.' });
    });
    const hide = { schema: { hide: true } };
    routes.get(CLOCK_PATH, hide, async () => state());
    routes.post<{ Body: { readonly by?: unknown } | undefined }>(
      ADVANCE_PATH,
      hide,
      async (request, reply) => {
        let milliseconds: number;
        try {
          milliseconds = durationOf(request.body?.by);
        } catch (error) {
          return reply.status(400).send({ message: (error as Error).message });
        }
        // The service ends idle connections, and this one is idle during a long move.
        request.raw.socket.setTimeout(0);
        return moveBy(milliseconds);
      },
    );
  });
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns whether a request is not a web page's. Browsers name the origin or the site of a page in its requests. */
function isFromTerminal({ host, origin, 'sec-fetch-site': site = 'none' }: Headers): boolean {
  const name = String(host).replace(/:\d+$/, '');
  return HOSTS.includes(name) && origin === undefined && site === 'none';
}
