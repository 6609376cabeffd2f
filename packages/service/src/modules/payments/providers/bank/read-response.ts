import { readNacha } from './ach/read-nacha.js';
import type { BankResponse } from './bank-response.js';
import { readDirectEntry } from './becs/read-direct-entry.js';
import { readIso20022 } from './iso-20022/read-response.js';

/**
 * Reads a file from a bank: pain.002, camt.053 or camt.054; returns and notifications of change of ACH; returns of BECS.
 * It also reads the files that are written here.
 *
 * @throws BankFileError naming the line when the file is truncated, is no such file or contradicts itself.
 */
export async function readResponse(content: Uint8Array): Promise<BankResponse> {
  const start = Buffer.from(content.subarray(0, 2)).toString('latin1');
  // The types of the first records: 1 with priority 01 in Nacha files, 0 in direct entry files.
  if (start === '10') return readNacha(content);
  return start.startsWith('0') ? readDirectEntry(content) : readIso20022(content);
}
