/** Number of values that each command takes. These are the commands that signature pads use (SVG 2, path data). */
const SIZES = { M: 2, L: 2, Q: 4, C: 6, H: 1, V: 1, Z: 0 } as const;

type Letter = keyof typeof SIZES;

/** A command with absolute coordinates, x and y alternating. */
export interface PathStep {
  readonly command: 'M' | 'L' | 'Q' | 'C';
  readonly numbers: readonly number[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const TOKEN = /([MLQCHVZmlqchvz])|(-?\d{1,6}(?:\.\d{1,20})?)|[\s,]+/y;
/** Coordinates beyond this are outside any pad. */
const FARTHEST = 20_000;

/**
 * Parses path data of a signature pad into steps with absolute coordinates. Returns null if it contains anything else:
 * other commands, exponents, numbers out of range, or the wrong count of numbers.
 */
export function parsePath(data: string): PathStep[] | null {
  const commands = tokenize(data);
  if (commands?.[0]?.letter.toUpperCase() !== 'M') return null;
  const steps: PathStep[] = [];
  let start: Point = { x: 0, y: 0 };
  let current = start;
  for (const { letter, numbers } of commands) {
    const name = nameOf(letter);
    const size = SIZES[name];
    if (size === 0 ? numbers.length > 0 : numbers.length === 0 || numbers.length % size !== 0) return null;
    for (let at = 0; at === 0 || at < numbers.length; at += size || 1) {
      const step = absolute({ letter, numbers: numbers.slice(at, at + size) }, current, start);
      const [x = 0, y = 0] = step.numbers.slice(-2);
      if (step.numbers.some((number) => Math.abs(number) > FARTHEST)) return null;
      current = { x, y };
      if (name === 'M' && at === 0) start = current;
      steps.push(name === 'M' && at > 0 ? { ...step, command: 'L' } : step);
    }
  }
  return steps.length > 1 ? steps : null;
}

export function printPath(steps: readonly PathStep[]): string {
  return steps
    .map(({ command, numbers }) => {
      const pairs = numbers.flatMap((x, at) => (at % 2 === 0 ? [`${x},${numbers[at + 1]}`] : []));
      return `${command} ${pairs.join(' ')}`;
    })
    .join(' ');
}

/** A command as written; a lower-case letter is relative. */
interface Command {
  readonly letter: string;
  readonly numbers: number[];
}

const nameOf = (letter: string): Letter => letter.toUpperCase() as Letter;

function tokenize(data: string): Command[] | null {
  const commands: Command[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < data.length) {
    const match = TOKEN.exec(data);
    if (!match) return null;
    const [, letter, number] = match;
    if (letter !== undefined) commands.push({ letter, numbers: [] });
    if (number === undefined) continue;
    const last = commands.at(-1);
    if (!last) return null;
    last.numbers.push(Number(number));
  }
  return commands;
}

function absolute({ letter, numbers }: Command, from: Point, start: Point): PathStep {
  const name = nameOf(letter);
  const origin = letter === name ? { x: 0, y: 0 } : from;
  const [only = 0] = numbers;
  const places = (points: readonly number[]) => points.map((place) => Math.round(place * 100) / 100);
  switch (name) {
    case 'Z':
      return { command: 'L', numbers: [start.x, start.y] };
    case 'H':
      return { command: 'L', numbers: places([origin.x + only, from.y]) };
    case 'V':
      return { command: 'L', numbers: places([from.x, origin.y + only]) };
    default:
      return {
        command: name,
        numbers: places(numbers.map((number, at) => number + (at % 2 === 0 ? origin.x : origin.y))),
      };
  }
}
