/** Letters of a caller's text that an answer or an event repeats at most. */
const LONGEST = 120;

/** A caller's text in a form that may be repeated: of bounded length, without characters that no database can hold. */
export function clip(text: string): string {
  const shown = text.slice(0, LONGEST).replaceAll(/[\p{Surrogate}\u0000]/gu, '\ufffd');
  return text.length > LONGEST ? `${shown}…` : shown;
}
