import anyAscii from 'any-ascii';

/** Signs that SEPA's character set lacks, with the ones that stand for them. Any other sign becomes a full stop. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '&': '+',
  _: '-',
  '~': '-',
  '"': "'",
  '`': "'",
  '[': '(',
  '{': '(',
  '<': '(',
  ']': ')',
  '}': ')',
  '>': ')',
  ';': ',',
  '|': '/',
  '\\': '/',
};

/**
 * Converts a text to the characters that every bank in SEPA accepts: Latin letters, digits, spaces and `/-?:().,'+`
 * (EPC217-08).
 *
 * @param maxLength length to which the converted text is cut
 */
export function sepaText(text: string, maxLength: number): string {
  return fit(toSepa(text.normalize('NFC')), maxLength);
}

/**
 * Converts a text to the characters that Swiss banks accept: those of SEPA, more signs, and the letters of the national
 * languages (SIX, types of text in pain.008.001.02.ch.03).
 *
 * @param maxLength length to which the converted text is cut
 */
export function swissText(text: string, maxLength: number): string {
  const others = /[^\w .,;:'+\-/()?*[\]{}\\`´~!"#%&<>÷=@$£àáâäçèéêëìíîïñòóôöùúûüýßÀÁÂÄÇÈÉÊËÌÍÎÏÒÓÔÖÙÚÛÜÑ]+/g;
  return fit(text.normalize('NFC').replace(others, toSepa), maxLength);
}

function toSepa(text: string): string {
  return anyAscii(text.replace(/[\s\p{Cc}]+/gu, ' ')).replace(
    /[^A-Za-z0-9/\-?:().,'+ ]/g,
    (sign) => REPLACEMENTS[sign] ?? '.',
  );
}

function fit(text: string, maxLength: number): string {
  return text.replaceAll(/ +/g, ' ').trim().slice(0, maxLength).trimEnd();
}

/**
 * Returns whether a text can be a reference, which is never converted: at most 35 characters of SEPA's set, no "/" at
 * its beginning or end, and no "//" (EPC130-08). Swiss banks have the same set for references.
 */
export function isReference(text: string): boolean {
  return /^(?!\/|.*\/\/|.*\/$)[A-Za-z0-9/\-?:().,'+ ]{1,35}$/.test(text) && text.trim() === text;
}
