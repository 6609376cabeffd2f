import { setTimeout as wait } from 'node:timers/promises';

/** Time zones of the studios in which journeys sell contracts. */
const zones = ['Europe/Berlin', 'America/Chicago'];

/**
 * Waits for the next day if a studio's day ends within a minute and a half. A contract begins on a day of the studio,
 * according to the service machine's clock: a date that a person chose on one day is refused on the next.
 */
export async function withinOneDay(): Promise<void> {
  for (const timeZone of zones) {
    const left = millisecondsLeft(timeZone);
    if (left < 90_000) await wait(left);
  }
}

function millisecondsLeft(timeZone: string): number {
  const time = new Date().toLocaleTimeString('en-GB', { timeZone });
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return 86_400_000 - ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
