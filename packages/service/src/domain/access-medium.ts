export const ACCESS_MEDIUM_TYPES = ['PIN', 'BARCODE', 'WALLET_PASS', 'CARD_NUMBER'] as const;
export type AccessMediumType = (typeof ACCESS_MEDIUM_TYPES)[number];

/** A card's number as one decimal number, or as its bytes in hexadecimal, most or least significant first. */
export const CARD_NUMBER_FORMATS = ['DECIMAL', 'HEX_MSB', 'HEX_LSB'] as const;
export type CardNumberFormat = (typeof CARD_NUMBER_FORMATS)[number];

/** Bytes of the numbers of cards: EM4100 has 5, ISO/IEC 14443-3 has 4, 7 and 10, ISO/IEC 15693 has 8. */
const CARD_BYTES = [4, 5, 7, 8, 10];
const MOST_BYTES = 10;

/**
 * The bytes of a card's number in hexadecimal, most significant first; null when it is none.
 *
 * A decimal number does not say how many bytes the card has: it gets the fewest that hold it, but 4. Whoever knows the
 * bytes gives them in hexadecimal.
 */
export function parseCardNumber(text: string, format: CardNumberFormat): string | null {
  if (format === 'DECIMAL') {
    if (!/^\d{1,25}$/.test(text)) return null;
    const digits = BigInt(text).toString(16).toUpperCase();
    const bytes = CARD_BYTES.find((size) => digits.length <= size * 2);
    return bytes === undefined ? null : digits.padStart(bytes * 2, '0');
  }
  if (!/^([0-9a-f]{2}){4,}$/i.test(text) || text.length > MOST_BYTES * 2) return null;
  const bytes = text.toUpperCase();
  return format === 'HEX_MSB' ? bytes : reversed(bytes);
}

/** @param bytes in hexadecimal, most significant first. */
export function formatCardNumber(bytes: string, format: CardNumberFormat): string {
  switch (format) {
    case 'DECIMAL':
      return BigInt(`0x${bytes}`).toString();
    case 'HEX_MSB':
      return bytes;
    case 'HEX_LSB':
      return reversed(bytes);
  }
}

function reversed(bytes: string): string {
  return (bytes.match(/../g) ?? []).reverse().join('');
}
