/** A lower bound for a random secret of 32 hexadecimal digits, the weakest that is sensible. */
const FEWEST_BITS = 80;
const FEWEST_CHARACTERS = 32;

/**
 * Refuses a secret that could be guessed: too short, one character or a short piece again and again, a sequence. It
 * cannot prove that a secret is random; it finds placeholders and what people type.
 *
 * @param name of the variable, for the error.
 * @throws Error that never shows the secret.
 */
export function requireStrongSecret(name: string, secret: string): void {
  const advice = 'Make one with: openssl rand -base64 48';
  if (secret.length < FEWEST_CHARACTERS) {
    throw new Error(
      `${name} has ${secret.length} characters; it must have at least ${FEWEST_CHARACTERS}. ${advice}`,
    );
  }
  if (estimatedBits(secret) < FEWEST_BITS) {
    throw new Error(`${name} is too easy to guess: it repeats itself, or is a sequence. ${advice}`);
  }
}

/** At most so many bits of surprise are in a text: those of its characters or of its steps, without what it repeats. */
function estimatedBits(text: string): number {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return unrepeated(text) * Math.min(entropy(codes), entropy(steps));
}

/** Characters that are not the end of three that stood next to each other before. */
function unrepeated(text: string): number {
  const seen = new Set<string>();
  let count = 0;
  for (let end = 1; end <= text.length; end += 1) {
    const piece = text.slice(Math.max(0, end - 3), end);
    if (piece.length < 3 || !seen.has(piece)) count += 1;
    seen.add(piece);
  }
  return count;
}

/** Shannon's, in bits for each value. */
function entropy(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / values.length;
    return sum - share * Math.log2(share);
  }, 0);
}
