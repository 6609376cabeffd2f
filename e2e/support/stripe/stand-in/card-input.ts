import type { ApiError } from './protocol.js';

export type CardInputName = 'number' | 'expiry' | 'cvc';

/** Validates the typed text as Stripe's own fields do. */
export function problem(name: CardInputName, text: string): ApiError | undefined {
  const digits = text.replace(/\D/g, '');
  switch (name) {
    case 'number':
      if (digits.length < 14) return wrong('incomplete_number', 'Your card number is incomplete.');
      return luhn(digits) ? undefined : wrong('invalid_number', 'Your card number is invalid.');
    case 'expiry': {
      if (digits.length < 4) return wrong('incomplete_expiry', "Your card's expiration date is incomplete.");
      const { month, year } = expiry(text);
      if (month < 1 || month > 12) {
        return wrong('invalid_expiry_month', "Your card's expiration month is invalid.");
      }
      return new Date(year, month) > new Date()
        ? undefined
        : wrong('invalid_expiry_year_past', "Your card's expiration year is in the past.");
    }
    case 'cvc':
      return digits.length < 3
        ? wrong('incomplete_cvc', "Your card's security code is incomplete.")
        : undefined;
  }
}

export function expiry(text: string): { readonly month: number; readonly year: number } {
  const digits = text.replace(/\D/g, '');
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2, 4)) };
}

function luhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

function wrong(code: string, message: string): ApiError {
  return { type: 'validation_error', code, message };
}
