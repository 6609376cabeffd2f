/** A day of the calendar: YYYY-MM-DD. */
export type Day = string;

/** Returns the day that is a number of days after a day. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Returns whether SEPA payments are settled on a day, which means that TARGET is open. */
export function isTargetDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isClosingDay(day);
}

/** Returns the given day if it is a TARGET day, else the next one. */
export function targetDayFrom(day: Day): Day {
  return isTargetDay(day) ? day : targetDayFrom(addDays(day, 1));
}

/** Returns the TARGET day that is a number of TARGET days after a day. */
export function addTargetDays(day: Day, days: number): Day {
  return days === 0 ? day : addTargetDays(targetDayFrom(addDays(day, 1)), days - 1);
}

function isClosingDay(day: Day): boolean {
  const easter = easterSunday(Number(day.slice(0, 4)));
  return (
    ['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5)) ||
    day === addDays(easter, -2) ||
    day === addDays(easter, 1)
  );
}

/** Computes Easter Sunday from the moon's age at the end of March and the next Sunday (Gauss, with Lichtenberg's rule). */
function easterSunday(year: number): Day {
  const century = Math.floor(year / 100);
  const moonShift = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sunShift = 2 - Math.floor((3 * century + 3) / 4);
  const cycle = year % 19;
  const seed = (19 * cycle + moonShift) % 30;
  const correction = Math.floor((seed + Math.floor(cycle / 11)) / 29);
  const fullMoon = 21 + seed - correction;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sunShift) % 7);
  const daysToSunday = 7 - ((fullMoon - firstSunday) % 7);
  return addDays(`${String(year).padStart(4, '0')}-03-01`, fullMoon + daysToSunday - 1);
}
