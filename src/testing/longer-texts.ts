import english from '../../locales/en.json';

const accented: Readonly<Record<string, string>> = { a: 'å', e: 'ë', i: 'ï', o: 'ø', u: 'ü' };

/**
 * Returns English texts as long as those of the longest languages: 40% longer, with marks above and below the line.
 * Parameters stay unchanged.
 */
export function longerTexts(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(english).map(([key, text]) => [key, longer(text)]));
}

function longer(text: string): string {
  if (text === '{{message}}') return text;
  const marked = text.replace(
    /(\{\{.*?\}\})|[aeiou]/g,
    (letter, parameter?: string) => parameter ?? accented[letter] ?? letter,
  );
  const filling = 'lõremipşum ĝÿ '.repeat(Math.ceil(text.length / 14));
  return `${marked} ${filling.slice(0, Math.max(3, Math.ceil(text.length * 0.4)) - 1).trim()}`;
}
