import type { Schemas } from '@upc/contract/gateway';
import { isInEea, isSepaCountry } from '@upc/contract/iban';
import { ValidationError } from 'swissqrbill/errors';
import { SwissQRCode } from 'swissqrbill/pdf';
import type { Data } from 'swissqrbill/types';
import { encode } from 'uqr';
import { fromMinorUnits } from '../../../core/money.js';

/** A transfer to an account of a studio. */
export interface Transfer {
  readonly account: Schemas['TransferAccount'];
  /** Address of the account's holder. */
  readonly address: Schemas['Address'];
  /** Amount in minor units; 0 if the payer enters it. */
  readonly amount: number;
  readonly currency: string;
  /** Text by which the studio recognises the payment. */
  readonly reference: string;
}

/** Modules of a QR code, row by row, without the quiet zone; true is dark. */
type Modules = readonly (readonly boolean[])[];

/** A QR code that fills in a transfer in the payer's banking app. */
export type TransferCode =
  | { readonly standard: 'EPC'; readonly modules: Modules }
  /** `bill` is the content of the payment part on paper. */
  | { readonly standard: 'SWISS_QR'; readonly modules: Modules; readonly bill: Data };

/** Limits of EPC069-12, version 2.1: a code of at most version 13, with error correction M. */
const EPC = { version: 13, bytes: 331 };
/** Both standards allow at most 999,999,999.99. */
const MOST_CENTS = 99_999_999_999;
/** Both standards allow this many characters for the payer's message. */
const LONGEST_MESSAGE = 140;
/** Characters that the Swiss Implementation Guidelines QR-bill 2.3 do not permit. */
const NOT_SWISS = /[^\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]/gu;

/** Returns the code for a transfer; null if no standard covers its account and currency, or if the data do not fit. */
export function transferCode(transfer: Transfer): TransferCode | null {
  if (transfer.amount > MOST_CENTS) return null;
  switch (transfer.currency) {
    case 'EUR':
      return epcCode(transfer);
    case 'CHF':
      return swissCode(transfer);
    default:
      return null;
  }
}

/** Describes a code for the gateway. */
export function describeCode({ standard, modules }: TransferCode): Schemas['QrCode'] {
  const bits = modules.flat().map(Number).join('');
  return {
    standard,
    modules: bits.replace(/.{1,4}/g, (four) => parseInt(four.padEnd(4, '0'), 2).toString(16)),
  };
}

function epcCode(transfer: Transfer): TransferCode | null {
  const payload = epcPayload(transfer);
  if (payload === null) return null;
  const { data: modules } = encode(payload, { ecc: 'M', maxVersion: EPC.version, border: 0 });
  return { standard: 'EPC', modules };
}

/** Returns the content of an EPC code. A text that does not fit is shortened, but never the name, which banks compare. */
function epcPayload({ account, amount, reference }: Transfer): string | null {
  const { accountHolder, iban = '', bic = '' } = account;
  const country = iban.slice(0, 2);
  // Outside the EEA, version 002 of the payload requires the BIC.
  if (!isSepaCountry(country) || (bic === '' && !isInEea(country))) return null;
  const euros = amount > 0 ? `EUR${fromMinorUnits(amount, 'EUR').toFixed(2)}` : '';
  const purposeAndCreditorReference = ['', ''];
  const lines = ['BCD', '002', '1', 'SCT', bic, accountHolder, iban, euros, ...purposeAndCreditorReference];
  const start = `${lines.join('\n')}\n`;
  const room = EPC.bytes - Buffer.byteLength(start);
  return room < 0 ? null : start + shortened(reference, room);
}

/** Returns the beginning of a message that fits in a number of bytes, without dividing a character. */
function shortened(message: string, bytes: number): string {
  let kept = Array.from(message).slice(0, LONGEST_MESSAGE);
  while (Buffer.byteLength(kept.join('')) > bytes) kept = kept.slice(0, -1);
  return kept.join('');
}

function swissCode(transfer: Transfer): TransferCode | null {
  const bill = swissBill(transfer);
  if (Object.values(bill.creditor).some((text) => String(text).search(NOT_SWISS) !== -1)) return null;
  try {
    return { standard: 'SWISS_QR', modules: drawnModules(bill), bill };
  } catch (error) {
    // The account is not Swiss, is a QR-IBAN, or a part of the address is too long.
    if (error instanceof ValidationError) return null;
    throw error;
  }
}

function swissBill({ account, address, amount, reference }: Transfer): Data {
  const { accountHolder: name, iban = '' } = account;
  const { line1, postalCode: zip, city, country } = address;
  const [, street = line1, buildingNumber] = /^(.*\D) (\d+ ?[a-z]?)$/iu.exec(line1) ?? [];
  const message = permitted(reference).slice(0, LONGEST_MESSAGE).trim();
  return {
    creditor: {
      account: iban,
      name,
      address: street,
      ...(buildingNumber !== undefined && { buildingNumber }),
      zip,
      city,
      country,
    },
    currency: 'CHF',
    ...(amount > 0 && { amount: fromMinorUnits(amount, 'CHF') }),
    ...(message && { message }),
  };
}

/** Writes characters that Swiss bills do not permit without their accents, and leaves out others, such as emoji. */
function permitted(text: string): string {
  return text.normalize('NFC').replace(NOT_SWISS, (other) => other.normalize('NFD').replace(NOT_SWISS, ''));
}

/**
 * Returns the modules that the library draws in a PDF, because it offers them in no other form.
 *
 * @throws ValidationError when the data are not those of a Swiss bill.
 */
function drawnModules(bill: Data): Modules {
  const squares: (readonly [x: number, y: number, width: number])[] = [];
  let isCross = false;
  const recorder = {
    save: () => recorder,
    restore: () => recorder,
    translate: () => recorder,
    fillColor: () => recorder,
    rect: (x: number, y: number, width: number) => {
      if (!isCross) squares.push([x, y, width]);
      return recorder;
    },
    // The code is filled at once; the Swiss cross follows.
    fill: () => {
      isCross = true;
      return recorder;
    },
  };
  new SwissQRCode(bill).attachTo(recorder as unknown as PDFKit.PDFDocument, 0, 0);
  const dark = new Set(squares.map(([x, y, width]) => `${Math.round(x / width)},${Math.round(y / width)}`));
  // The finder patterns reach to all edges, so that the square farthest right is in the last column.
  const size = Math.max(...squares.map(([x, , width]) => Math.round(x / width))) + 1;
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => dark.has(`${x},${y}`)),
  );
}
