import type { Marks, MarksLoader } from './marks.js';

/**
 * Marks of the classic script: data beside it, like the locales.
 *
 * @param scriptUrl absolute address of `widget.js`; the file is `marks.json` next to it.
 */
export function scriptMarksLoader(scriptUrl: string): MarksLoader {
  return async () => {
    const response = await fetch(new URL('marks.json', scriptUrl), { credentials: 'omit' });
    if (!response.ok) throw new Error(`The marks answered with status ${response.status}.`);
    const marks: unknown = await response.json();
    if (!areMarks(marks)) throw new Error('The marks are not shapes and colours.');
    return marks;
  };
}

/** The integrity hash of the script does not cover them: what could load or run something is refused. */
function areMarks(value: unknown): value is Marks {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (mark) =>
        isRecord(mark) &&
        matches(mark.box, /^[\d. ]+$/) &&
        Array.isArray(mark.paths) &&
        mark.paths.every(
          (path) =>
            Array.isArray(path) &&
            matches(path[0], /^#[\da-f]{3,6}$/) &&
            matches(path[1], /^[\da-z.,\s-]+$/i),
        ),
    )
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
