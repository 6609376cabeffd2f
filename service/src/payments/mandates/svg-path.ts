/** The commands a pen makes, absolute: move, line, and the two curves. Numbers of points each takes. */
const POINTS = { M: 1, L: 1, Q: 2, C: 3 } as const;

type Command = keyof typeof POINTS;
export interface PathStep {
  readonly command: Command;
  /** x and y, alternating. */
  readonly numbers: readonly number[];
}

const TOKEN = /([MLQC])|(-?\d{1,6}(?:\.\d{1,20})?)|[\s,]+/y;
/** Farther out no pad reaches. */
const FARTHEST = 20_000;

/**
 * The steps of path data of a pen, or null when anything else is in it: other commands, exponents, numbers out
 * of reach, the wrong number of them.
 */
export function parsePath(data: string): PathStep[] | null {
  const steps: { command: Command; numbers: number[] }[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < data.length) {
    const match = TOKEN.exec(data);
    if (!match) return null;
    const [, command, number] = match;
    const last = steps.at(-1);
    if (command !== undefined) {
      steps.push({ command: command as Command, numbers: [] });
    } else if (number !== undefined) {
      if (!last || Math.abs(Number(number)) > FARTHEST) return null;
      last.numbers.push(Math.round(Number(number) * 100) / 100);
    }
  }
  const [first, ...rest] = steps;
  const isWhole = steps.every(({ command, numbers }) => isMultiple(numbers.length, 2 * POINTS[command]));
  return first?.command === 'M' && rest.length + first.numbers.length > 2 && isWhole ? steps : null;
}

export function printPath(steps: readonly PathStep[]): string {
  return steps
    .map(({ command, numbers }) => {
      const pairs = numbers.flatMap((x, at) => (at % 2 === 0 ? [`${x},${numbers[at + 1]}`] : []));
      return `${command} ${pairs.join(' ')}`;
    })
    .join(' ');
}

function isMultiple(length: number, of: number): boolean {
  return length > 0 && length % of === 0;
}
